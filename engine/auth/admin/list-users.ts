import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { type Page, pageLinks, parsePage } from '../http/pagination.ts'
import { queryText } from '../http/read-body.ts'
import { readerOf } from '../single-statements.ts'
import type { User } from '../users/user.ts'
import { userJson } from '../users/user-json.ts'
import { INSTANCE_ID } from '../users/user-rows.ts'
import { adminErrors } from './errors.ts'

type ListUsersParams = Page & { filter: string; order: 'asc' | 'desc' }

/** GET /admin/users, page by page (docs/wire/auth.md#administration). */
export async function listUsers(app: FastifyInstance) {
  app.get('/users', async (request, reply) => {
    const asked = parseListUsersParams(request)
    const { users, total } = await findUsersPage(readerOf(app.database), asked)
    reply.header('x-total-count', total)
    reply.header('link', pageLinks('/admin/users', asked, total))
    return { users: users.map(listedUserJson), aud: 'authenticated' }
  })
}

function parseListUsersParams(request: FastifyRequest): ListUsersParams {
  const [field, order = 'desc', ...rest] = (queryText(request, 'sort') || 'created_at desc').trim().split(/\s+/)
  if (field !== 'created_at' || (order !== 'asc' && order !== 'desc') || rest.length > 0) {
    throw adminErrors.sortMalformed()
  }
  return {
    ...parsePage(request),
    filter: queryText(request, 'filter'),
    order,
  }
}

async function findUsersPage(tx: Transaction, { page, perPage, filter, order }: ListUsersParams) {
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

/** Null means that identities are not loaded for a list; an empty list would mean that there are none. */
const listedUserJson = (user: User) => ({ ...userJson(user), identities: null })
