import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded-database.ts'
import { migrate } from '../database/migrations/migrate.ts'
import { connectTo } from '../database/offline/plain-client.ts'
import { refuseInUse } from '../database/offline/refuse-in-use.ts'
import { postgresDatabase } from '../database/postgres-database.ts'
import { objectsOf } from '../inspection/list-objects.ts'
import type { MigratedProject } from '../inspection/migrated-project.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import { vaultKeyOf } from '../tokens/open-tokens.ts'

export type UpgradeResult = {
  /** The migrations that were missing, in order. */
  applied: string[]
  /** The changes to tables, functions, policies and other objects, by kind and name. */
  added: string[]
  changed: string[]
  removed: string[]
}

/**
 * Applies the migrations that a database lacks: all of them or, where one fails, none. Throws `MigrationFailed`, or
 * `FolderInUse` where a server has the database open.
 */
export async function upgrade(config: Config, project: MigratedProject): Promise<UpgradeResult> {
  if (config.databaseUrl) {
    const { client, end } = await connectTo(config.databaseUrl, 'upgrade')
    await refuseInUse(client, config).finally(end)
  }
  const database = config.databaseUrl
    ? postgresDatabase(config.databaseUrl, 'upgrade')
    : await embeddedDatabase(join(config.dataDir, 'db'), { runawayMs: LONG_TIMEOUT_MS })
  try {
    return await upgradeDatabase(database, project, vaultKeyOf(config))
  } finally {
    await database.close()
  }
}

/** Building an index over a large table may take hours. */
const LONG_TIMEOUT_MS = 6 * 60 * 60_000

export async function upgradeDatabase(
  database: Database,
  project: MigratedProject,
  vaultKey?: () => Promise<string>,
): Promise<UpgradeResult> {
  const tables = project.featureTables(vaultKey)
  const before = await database.transaction({}, objectsOf)
  const { applied } = await migrate(database, project.dir, tables, {
    exposesNewTables: project.config.api.auto_expose_new_tables,
    vaultSecrets: project.config.db.vault,
  })
  return { applied, ...differences(before, await database.transaction({}, objectsOf)) }
}

function differences(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  const [old, now] = [Object.keys(before), Object.keys(after)]
  return {
    added: now.filter((name) => !(name in before)),
    changed: now.filter((name) => name in before && before[name] !== after[name]),
    removed: old.filter((name) => !(name in after)),
  }
}
