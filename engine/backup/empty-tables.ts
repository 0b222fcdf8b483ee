import type pg from 'pg'
import { type Definition, makeMissing } from './definitions.ts'
import { SearchPath } from './search-path.ts'
import { quoted, tablesOf } from './tables.ts'
import { pauseTableTriggers } from './triggers.ts'

type Client = Pick<pg.Client, 'query'>

/**
 * Empties the tables that migrations have made, since what those have put in is in the archive as well, or has been taken out
 * since; and makes the tables besides that the archive has.
 */
export async function makeEmptyTables(client: Client, definitions: readonly Definition[]) {
  const resume = await pauseTableTriggers(client)
  const tables = (await tablesOf(client)).map(quoted)
  const searchPath = new SearchPath(client)
  // Emptying makes indexes anew, which may call functions.
  await searchPath.beginWith('public')
  if (tables.length > 0) await client.query(`truncate ${tables.join(', ')}`)
  await searchPath.reset()
  // Partitions get and lose triggers of their tables as they come and go.
  await resume()
  await makeMissing(client, definitions)
}
