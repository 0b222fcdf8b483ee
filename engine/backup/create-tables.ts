import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded-database.ts'
import { migrate } from '../database/migrations/migrate.ts'
import { postgresDatabase } from '../database/postgres-database.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import type { TablesOfFeature } from '../kernel/feature-tables.ts'
import type { Heading } from './archive-format.ts'

/** The database in which tables are created, and the tables of all features, by which migrations are found. */
export type TablesTarget = {
  config: Config
  /** Without a heading, which lists the tables of the other database, the tables of enabled features are created. */
  features: readonly (TablesOfFeature & { isOn?: boolean })[]
  exposesNewTables?: boolean | undefined
}

/** Creates the tables that another database had, by the migrations it had applied; without its heading, the current ones. */
export async function createTables({ config, features, exposesNewTables }: TablesTarget, heading?: Heading) {
  const database: Database = config.databaseUrl
    ? postgresDatabase(config.databaseUrl, config.name)
    : await embeddedDatabase(join(config.dataDir, 'db'))
  try {
    const recorded = heading?.migrations
    const tables = features.map((table) => ({
      ...table,
      isOn: recorded ? table.name in recorded.features : (table.isOn ?? false),
    }))
    const options = heading
      ? { recorded: heading.migrations, exposesNewTables: exposedNewTables(heading) }
      : { exposesNewTables }
    await migrate(database, config.projectDir, tables, options)
  } finally {
    await database.close()
  }
}

/** Whether the API roles had default privileges in `public`. Archives of earlier versions do not say. */
function exposedNewTables({ objects }: Heading): boolean | undefined {
  return objects && Object.keys(objects).some((name) => /^default grants \S+ public /.test(name))
}
