import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded-database.ts'
import { migrate } from '../database/migrations/migrate.ts'
import { postgresDatabase } from '../database/postgres-database.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import type { TablesOfFeature } from '../kernel/feature-tables.ts'
import type { Heading } from './archive-format.ts'

/** Where tables are created, and the tables of all features, of which the migrations name some. */
export type TablesTarget = { config: Config; features: readonly TablesOfFeature[] }

/** Creates the tables that another database had, by the migrations it had applied; without its heading, the current ones. */
export async function createTables({ config, features }: TablesTarget, heading?: Heading) {
  const database: Database = config.databaseUrl
    ? postgresDatabase(config.databaseUrl, config.name)
    : await embeddedDatabase(join(config.dataDir, 'db'))
  try {
    const tables = features.map((table) => ({ ...table, isOn: table.name in (heading?.migrations.features ?? {}) }))
    const options = heading && { recorded: heading.migrations, exposesNewTables: exposedNewTables(heading) }
    await migrate(database, config.projectDir, tables, options)
  } finally {
    await database.close()
  }
}

/** Whether the API roles had default privileges in `public`. Archives of earlier versions do not say. */
function exposedNewTables({ objects }: Heading): boolean | undefined {
  return objects && Object.keys(objects).some((name) => /^default grants \S+ public /.test(name))
}
