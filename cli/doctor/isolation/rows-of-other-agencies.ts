import { tables } from '../../../supabase/isolation/sample-rows.ts'
import { arrange, type Person } from '../../../supabase/isolation/test-accounts.ts'
import type { TestData } from '../../../supabase/isolation/test-data.ts'

/** Tables whose rows have a creation time. */
export const datedTables = Object.keys(tables).filter((table) => tables[table]?.since !== null)

/** When the trial created its first row, by the database's clock. */
export async function beginningOf({ accounts, agencies }: TestData): Promise<string> {
  const [first] = await arrange(accounts.service.from('agencies').select('created_at').eq('id', agencies.north))
  return first?.created_at
}

/**
 * Whether a person sees rows older than the trial, which belong to other agencies. Requests only the count, so that no
 * row leaves the database.
 */
export async function seesOlder(table: string, { db }: Person, beginning: string): Promise<string[]> {
  const rows = db.from(table).select('*', { count: 'exact', head: true })
  const { count, status } = await rows.lt(tables[table]?.since ?? 'created_at', beginning)
  if (status >= 400 && status !== 401 && status !== 403) throw new Error(`The answer was ${status}.`)
  return count ? [`sees ${count} rows`] : []
}
