import { statementsOf } from 'engine/feature'
import type pg from 'pg'

/** Roles that every installation has, or that extensions of hosted projects own: `reservedRoles` in the CLI's dump.go. */
const RESERVED =
  /^(?:anon|authenticated|authenticator|cli_login_.*|dashboard_user|pgbouncer|postgres|service_role|supabase_.*|pgsodium_.*|pgtle_admin)$/

/** The role that a statement of `pg_dumpall --roles-only` is about. */
const ABOUT = /^(?:(create|alter)\s+role|grant\s+.+\s+to)\s+"?([^";\s]+)"?/is

/**
 * Creates the roles of a file that `supabase db dump --role-only` wrote. Roles of the platform stay as they are; passwords are
 * in no such file. Returns notes.
 */
export async function importRoles(client: pg.Client, sql: string): Promise<string[]> {
  const created: string[] = []
  for (const { start, end, command } of statementsOf(sql)) {
    const statement = sql.slice(start, end)
    const [, verb, role = ''] = ABOUT.exec(statement) ?? []
    if (command !== undefined || role === '' || RESERVED.test(role)) continue
    if (verb?.toLowerCase() === 'create') {
      const { rows } = await client.query('select from pg_roles where rolname = $1', [role])
      if (rows.length > 0) continue
      created.push(role)
    }
    await client.query(statement)
  }
  if (created.length === 0) return []
  return [`A dump has no passwords: set those of the roles ${created.join(', ')} where they sign in.`]
}
