import { join } from 'node:path'
import type pg from 'pg'
import { connectTo, openFolder } from '../../database/offline/plain-client.ts'
import { objectsOf } from '../../inspection/list-objects.ts'
import type { Config } from '../../kernel/config/environment-variables.ts'
import { IN_BACKUP, nameOf, quoted, sequencesOf } from '../list-tables.ts'
import { materializedViewsOf } from '../materialized-views.ts'

/** Runs work on the database of an installation that is not in use. */
export async function onDatabase<T>(
  { databaseUrl, dataDir }: Config,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { client, end } = databaseUrl ? await connectTo(databaseUrl, 'test') : await openFolder(join(dataDir, 'db'))
  return work(client).finally(end)
}

/** The whole content of a database: objects, rows with generated columns, and sequences. */
export const contentsOf = (config: Config) =>
  onDatabase(config, async (client) => {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(`
      select nspname as schema, relname as name
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'm') and ${IN_BACKUP}
      order by 1, 2`)
    await client.query('set search_path to public, extensions')
    const views = await materializedViewsOf(client)
    const unpopulated = new Set(views.filter(({ isPopulated }) => !isPopulated).map(nameOf))
    const rows: Record<string, string[]> = {}
    for (const table of tables) {
      if (CHANGING_TABLES.has(nameOf(table))) continue
      if (unpopulated.has(nameOf(table))) {
        rows[nameOf(table)] = []
        continue
      }
      const all = await client.query<{ row: string }>(
        `select t::text as row from only ${quoted(table)} as t order by 1`,
      )
      rows[nameOf(table)] = all.rows.map(({ row }) => row)
    }
    const objects = await objectsOf({ query: async (text) => (await client.query(text)).rows })
    return { objects, rows, sequences: await sequencesOf(client), views }
  })

const CHANGING_TABLES = new Set(['engine.backups', 'engine.keys_in_use'])
