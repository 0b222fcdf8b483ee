/** What a portal asks for most, as supabase-js writes it. */
export type Ask = {
  name: string
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH'
  /** Where the row is named, another one each time: sixteen at once must not wait for the same row. */
  path(id: string): string
  headers?: Record<string, string>
  body?(id: string): string
}

const CLIENTS = 500

/** The clients of North, of sample-projects/studio. */
export const clientId = (n: number) => `c1000000-0000-4000-8000-${String(1 + (n % CLIENTS)).padStart(12, '0')}`

const table = (name: string, query: Record<string, string> = {}) => `/rest/v1/${name}?${new URLSearchParams(query)}`
const written = { 'content-type': 'application/json', prefer: 'return=minimal' }

export const asks: Ask[] = [
  {
    name: 'list',
    method: 'GET',
    path: () =>
      table('clients', {
        select: 'id,name,email,phone,prospect_status,created_at',
        order: 'created_at.desc,id.asc',
        limit: '20',
      }),
  },
  { name: 'by id', method: 'GET', path: (id) => table('clients', { select: '*', id: `eq.${id}` }) },
  {
    name: 'embedding',
    method: 'GET',
    path: () =>
      table('projects', { select: 'id,name,status,clients(name,email)', order: 'created_at.desc,id.asc', limit: '20' }),
  },
  {
    name: 'count',
    method: 'HEAD',
    path: () => table('clients', { select: '*', prospect_status: 'eq.active' }),
    headers: { prefer: 'count=exact' },
  },
  {
    name: 'insert',
    method: 'POST',
    path: () => table('client_notes'),
    headers: written,
    body: (id) => JSON.stringify({ client_id: id, note_text: 'Asked for a second location.' }),
  },
  {
    name: 'update',
    method: 'PATCH',
    path: (id) => table('clients', { id: `eq.${id}` }),
    headers: written,
    body: () => JSON.stringify({ phone: '(555) 010-0199' }),
  },
]
