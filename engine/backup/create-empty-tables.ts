import type pg from 'pg'
import { quoted, tablesOf } from './list-tables.ts'
import { createMissingObjects, type Definition } from './object-definitions.ts'
import { pauseTableTriggers } from './pause-triggers.ts'
import { SearchPath } from './search-path.ts'

type Client = Pick<pg.Client, 'query'>

/**
 * Empties the tables that migrations have created, because the archive contains the rows of migrations too, except
 * those deleted since; and creates the tables of the archive that no migration creates.
 */
export async function createEmptyTables(client: Client, definitions: readonly Definition[]) {
  const resume = await pauseTableTriggers(client)
  const tables = (await tablesOf(client)).map(quoted)
  const searchPath = new SearchPath(client)
  // Truncating rebuilds indexes, which may call functions.
  await searchPath.beginWith('public')
  if (tables.length > 0) await client.query(`truncate ${tables.join(', ')}`)
  await searchPath.reset()
  // Partitions get and lose the triggers of their tables when they are attached and detached.
  await resume()
  await createMissingObjects(client, definitions)
}
