import type { Database } from 'engine/feature'
import type { Hook } from './hook.ts'

const TIMEOUT = '2s'
const role = 'supabase_auth_admin'

/**
 * A hook that is a database function with a jsonb argument and result. It runs as the role that projects grant it to,
 * as on the hosted service.
 */
export function databaseHook(database: Database, schema: string, routine: string): Hook {
  const text = `select ${quoted(schema)}.${quoted(routine)}($1::jsonb) as answer`
  return async (payload) => {
    const [row] = await database.run(
      { settings: { statement_timeout: TIMEOUT, role, 'request.jwt.claims': JSON.stringify({ role }) } },
      { text, values: [JSON.stringify(payload)] },
    )
    return row?.answer
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
