import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { authErrors } from '../errors.ts'
import { queryText } from '../http/read-body.ts'
import type { User } from '../people/user.ts'
import { userJson } from '../people/user-json.ts'
import { INSTANCE_ID } from '../people/users.ts'
import { readerOf } from '../single-statements.ts'

const DEFAULT_PAGE_SIZE = 50

type Page = { page: number; perPage: number; filter: string; order: 'asc' | 'desc' }

/** GET /admin/users, page by page (auth.md §10). */
export async function listUsers(app: FastifyInstance) {
  app.get('/users', async (request, reply) => {
    const asked = parsePage(request)
    const { users, total } = await findPage(readerOf(app.database), asked)
    reply.header('x-total-count', total)
    reply.header('link', pageLinks(asked, total))
    return { users: users.map(listed), aud: 'authenticated' }
  })
}

/** The client sends its unset parameters empty. */
function parsePage(request: FastifyRequest): Page {
  const [field, order = 'desc', ...rest] = (queryText(request, 'sort') || 'created_at desc').trim().split(/\s+/)
  if (field !== 'created_at' || (order !== 'asc' && order !== 'desc') || rest.length > 0) {
    throw authErrors.sortMalformed()
  }
  return {
    page: parseCount(request, 'page', 1),
    perPage: parseCount(request, 'per_page', DEFAULT_PAGE_SIZE),
    filter: queryText(request, 'filter'),
    order,
  }
}

function parseCount(request: FastifyRequest, name: string, standard: number): number {
  const asked = queryText(request, name)
  if (asked === '') return standard
  if (!/^[1-9]\d{0,8}$/.test(asked)) throw authErrors.pageMalformed(`${name} should be a positive number`)
  return Number(asked)
}

async function findPage(tx: Transaction, { page, perPage, filter, order }: Page) {
  const matches = `from auth.users u
    where u.instance_id = '${INSTANCE_ID}' and u.aud = 'authenticated'
      and ($1 = '' or strpos(u.email, $1) > 0 or strpos(lower(u.raw_user_meta_data ->> 'full_name'), lower($1)) > 0)`
  const [count] = await tx.query<{ total: number }>(`select count(*)::int as total ${matches}`, [filter])
  const rows = await tx.query<{ person: User }>(
    `select to_jsonb(u) || '{"identities": [], "factors": []}' as person ${matches}
      order by u.created_at ${order}, u.id limit $2 offset $3`,
    [filter, perPage, (page - 1) * perPage],
  )
  return { users: rows.map(({ person }) => person), total: count?.total ?? 0 }
}

/** Identities are not loaded for a list, which null says; an empty list would say that there are none. */
const listed = (user: User) => ({ ...userJson(user), identities: null })

/** `page` comes first and `rel` is quoted, since the client takes them apart by position. */
function pageLinks({ page, perPage }: Page, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}
