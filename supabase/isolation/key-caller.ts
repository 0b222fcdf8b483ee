import { createClient } from '@supabase/supabase-js'
import { arrange, type Person, type TestAccounts } from './test-accounts.ts'

/** The lists that programs know, by their tables. */
const lists: Readonly<Record<string, string>> = {
  contact_submissions: 'enquiries',
  clients: 'clients',
  projects: 'projects',
  project_steps: 'steps',
  project_updates: 'updates',
  client_notes: 'notes',
}

/** Makes a key of the agency of an admin, and returns it as a caller, with the key in place of a token. */
export async function keyCaller(
  { installation, fetch, visitor }: TestAccounts,
  { db: admin, agencyId }: Person,
  scope: 'read' | 'write',
): Promise<Person & { key: string }> {
  const [made] = await arrange(admin.rpc('make_program_key', { agency: agencyId, name: 'Isolation', scope }))
  const { url, anonKey } = installation
  const { secret } = made
  const db = createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    accessToken: async () => secret,
    global: { fetch: (...asked) => askByKey(new Request(...asked), agencyId, fetch) },
  })
  return { ...visitor, agencyId, db, token: secret, key: made.id }
}

/**
 * Asks the function for programs for the rows that a client of the tables wants, since a key opens nothing else. The agency of a
 * new row is left out if it is the key's own, which the function fills in.
 */
async function askByKey(request: Request, agencyId: string | null, ask: typeof fetch): Promise<Response> {
  const { origin, pathname, searchParams } = new URL(request.url)
  const table = /^\/rest\/v1\/(.*)$/.exec(pathname)?.[1]
  if (table === undefined) return ask(request)
  const id = /^eq\.(.*)$/.exec(searchParams.get('id') ?? '')?.[1]
  const item = id !== undefined && request.method !== 'POST' ? `/${id}` : ''
  const answer = await ask(`${origin}/functions/v1/for-programs/${lists[table] ?? table}${item}`, {
    method: request.method,
    headers: { authorization: request.headers.get('authorization') ?? '' },
    ...(request.body && { body: JSON.stringify(withoutOwnAgency(Object(await request.json()), agencyId)) }),
  })
  const body = Object(await answer.json())
  if (answer.ok) return Response.json([body], { status: answer.status })
  if (request.method === 'GET' && answer.status === 404 && table in lists) return Response.json([])
  if (answer.status === 422) return Response.json({ message: body.error, code: body.code }, { status: 400 })
  return Response.json({ message: body.error, code: '42501' }, { status: 403 })
}

function withoutOwnAgency({ agency_id, ...row }: Record<string, unknown>, agencyId: string | null) {
  return agency_id === undefined || agency_id === agencyId ? row : { agency_id, ...row }
}
