import type { Transaction } from '../../database/database.ts'
import { objectsOf } from '../../inspection/list-objects.ts'

/** Columns whose values are generated with the row, so that they differ between databases. */
const generatedColumns = ['salt', 'created_at', 'updated_at']

/** The definition of a database: its objects and its initial rows. */
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
      [generatedColumns],
    )
    found.push([`rows of ${name}`, held.map(({ row }) => row).join('\n')])
  }
  return found
}
