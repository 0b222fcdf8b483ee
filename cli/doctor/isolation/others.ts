import { tables } from '../../../supabase/isolation/rows.ts'
import { arrange, type Person } from '../../../supabase/isolation/stage.ts'
import type { World } from '../../../supabase/isolation/world.ts'

/** Tables of whose rows it is known since when they are there. */
export const datedTables = Object.keys(tables).filter((table) => tables[table]?.since !== null)

/** When the trial made its first row, by the clock from which all rows have their time. */
export async function beginningOf({ stage, agencies }: World): Promise<string> {
  const [first] = await arrange(stage.service.from('agencies').select('created_at').eq('id', agencies.north))
  return first?.created_at
}

/**
 * Whether somebody sees rows that were there before them, which belong to others. Only how many is asked for, so that no
 * row leaves the database.
 */
export async function seesOlder(table: string, { db }: Person, beginning: string): Promise<string[]> {
  const rows = db.from(table).select('*', { count: 'exact', head: true })
  const { count, status } = await rows.lt(tables[table]?.since ?? 'created_at', beginning)
  if (status >= 400 && status !== 401 && status !== 403) throw new Error(`The answer was ${status}.`)
  return count ? [`sees ${count} rows`] : []
}
