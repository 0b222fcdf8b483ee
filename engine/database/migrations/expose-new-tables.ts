import type { Database } from '../database.ts'

const objects = ['tables', 'functions', 'sequences']

/**
 * Sets the default privileges of the API roles on objects that later migrations create in `public`. Hosted projects
 * created since 30 May 2026 grant nothing by default, older ones everything. Undefined keeps the defaults that the
 * database has.
 */
export async function exposeNewTables(database: Database, exposed: boolean | undefined): Promise<void> {
  if (exposed === undefined) return
  const change = exposed ? (kind: string) => `grant all on ${kind} to` : (kind: string) => `revoke all on ${kind} from`
  const statements = objects.map(
    (kind) => `alter default privileges in schema public ${change(kind)} anon, authenticated, service_role`,
  )
  await database.transaction({}, async (tx) => {
    for (const text of statements) await tx.query(text)
  })
}
