import type { Transaction } from '../../database/database.ts'
import { objectsOf } from '../../inspection/objects.ts'

/** Filled in when a row is made, so that they differ from one database to the next. */
const ownToEachDatabase = ['salt', 'created_at', 'updated_at']

/** All that a database is: its objects as Postgres describes them, and the rows that are there from the start. */
export async function catalogue(tx: Transaction): Promise<Record<string, string>> {
  const entries = [...Object.entries(await objectsOf(tx)), ...(await rows(tx))]
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

async function rows(tx: Transaction): Promise<(readonly [string, string])[]> {
  const tables = await tx.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name
    from pg_tables
    where schemaname in ('public', 'private') or (schemaname, tablename) = ('storage', 'buckets')`)
  const found: (readonly [string, string])[] = []
  for (const { name } of tables) {
    const held = await tx.query<{ row: string }>(
      `select (to_jsonb(held) - $1::text[])::text as row from ${name} as held order by 1`,
      [ownToEachDatabase],
    )
    found.push([`rows of ${name}`, held.map(({ row }) => row).join('\n')])
  }
  return found
}
