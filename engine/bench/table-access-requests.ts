import type { Statement } from '../database/database.ts'

/** A frequent request of the portal, as supabase-js writes it. */
export type BenchRequest = {
  name: string
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH'
  /**
   * The path of the request with a row's id, another one each time, so that sixteen concurrent requests do not wait for
   * the same row.
   */
  path(id: string): string
  headers?: Record<string, string>
  body?(id: string): string
  /** The minimal SQL with the same answer: the body, or the total where only that is requested. */
  least(id: string): Statement
}

const CLIENTS = 500

/** The ids of North's clients in sample-projects/studio. */
export const clientId = (n: number) => `c1000000-0000-4000-8000-${String(1 + (n % CLIENTS)).padStart(12, '0')}`

const table = (name: string, query: Record<string, string> = {}) => `/rest/v1/${name}?${new URLSearchParams(query)}`
const written = { 'content-type': 'application/json', prefer: 'return=representation' }
const asJson = (rows: string) => `select coalesce(json_agg(t), '[]') from (${rows}) t`

const listed = 'id,name,email,phone,prospect_status,created_at'

const list = (limit: number) => ({
  name: `list ${limit}`,
  method: 'GET' as const,
  path: () => table('clients', { select: listed, order: 'created_at.desc,id.asc', limit: String(limit) }),
  least: () => ({
    text: asJson(`select ${listed} from public.clients order by created_at desc, id limit ${limit}`),
    values: [],
  }),
})

export const asks: BenchRequest[] = [
  list(20),
  {
    name: 'by id',
    method: 'GET',
    path: (id) => table('clients', { select: '*', id: `eq.${id}` }),
    least: (id) => ({ text: asJson('select * from public.clients where id = $1'), values: [id] }),
  },
  {
    name: '20 with embed',
    method: 'GET',
    path: () =>
      table('projects', { select: 'id,name,status,clients(name,email)', order: 'created_at.desc,id.asc', limit: '20' }),
    least: () => ({
      text: asJson(`
        select id, name, status,
          (select to_json(c) from (select name, email from public.clients where id = p.client_id) c) as clients
        from (select * from public.projects order by created_at desc, id limit 20) p`),
      values: [],
    }),
  },
  {
    name: 'exact count',
    method: 'HEAD',
    path: () => table('clients', { select: '*', prospect_status: 'eq.active' }),
    headers: { prefer: 'count=exact' },
    least: () => ({ text: 'select count(*) from public.clients where prospect_status = $1', values: ['active'] }),
  },
  {
    name: 'insert, return',
    method: 'POST',
    path: () => table('client_notes', { select: 'client_id,note_text' }),
    headers: written,
    body: (id) => JSON.stringify({ client_id: id, note_text: 'Asked for a second location.' }),
    least: (id) => ({
      text: `with t as (insert into public.client_notes (client_id, note_text) values ($1, $2) returning client_id, note_text)
        select coalesce(json_agg(t), '[]') from t`,
      values: [id, 'Asked for a second location.'],
    }),
  },
  {
    name: 'update, return',
    method: 'PATCH',
    path: (id) => table('clients', { id: `eq.${id}`, select: 'id,name,phone' }),
    headers: written,
    body: () => JSON.stringify({ phone: '(555) 010-0199' }),
    least: (id) => ({
      text: `with t as (update public.clients set phone = $2 where id = $1 returning id, name, phone)
        select coalesce(json_agg(t), '[]') from t`,
      values: [id, '(555) 010-0199'],
    }),
  },
  list(500),
]
