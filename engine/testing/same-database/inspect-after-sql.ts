import type { Database, Transaction } from '../../database/database.ts'

/** SQL files by name, in the order of their application. */
export type SqlFiles = ReadonlyMap<string, string>

/** Returns what `look` finds after the SQL was applied, and rolls everything back. */
export async function inspectAfterSql<T>(
  database: Database,
  sql: SqlFiles,
  look: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let found: { is: T } | undefined
  const rolledBack = new Error('Nothing of it stays.')
  const applied = database.transaction({}, async (tx) => {
    for (const [file, text] of sql) {
      await tx.query(text).catch((cause: unknown) => {
        throw new Error(`${file} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
      })
      await tx.query('reset all')
    }
    found = { is: await look(tx) }
    throw rolledBack
  })
  await applied.catch((error: unknown) => {
    if (error !== rolledBack) throw error
  })
  if (!found) throw new Error('Nothing was looked at.')
  return found.is
}
