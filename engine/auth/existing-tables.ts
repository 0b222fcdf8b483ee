import type { Transaction } from '../database/database.ts'

/** The tables of the schema `auth` that the database has: a feature creates its own when it is first switched on. */
export async function existingTables(tx: Transaction, tables: readonly string[]): Promise<string[]> {
  const here = await tx.query<{ name: string }>(
    `select name from unnest($1::text[]) as name where to_regclass('auth.' || name) is not null`,
    [tables],
  )
  return here.map(({ name }) => name)
}
