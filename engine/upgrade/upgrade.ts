import { join } from 'node:path'
import type { OnProgress } from '../backup/pieces.ts'
import { connectTo } from '../backup/plain-client.ts'
import { refuseUsed } from '../backup/used.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded.ts'
import { migrate } from '../database/migrations/migrate.ts'
import { postgresDatabase } from '../database/postgres.ts'
import { objectsOf } from '../examination/objects.ts'
import { featureTables } from '../features.ts'
import type { Project } from '../supabase-project.ts'
import { vaultKeyOf } from '../tokens/open-tokens.ts'
import { Renewal } from './renewal.ts'

export type Upgraded = {
  /** The migrations that were missing, in order. */
  applied: string[]
  /** What became of tables, functions, policies and the like; by kind and name. */
  added: string[]
  changed: string[]
  removed: string[]
  /** Where an embedded database of an earlier PostgreSQL gives way to one of today's: which that is, and, once done, where. */
  renewed?: { from: number; old?: string }
}

/**
 * Brings an embedded database that an earlier PostgreSQL made to the one of today, and applies the migrations that a database has
 * not seen yet: all of that or, where something fails, nothing. Throws `MigrationFailed`, or `FolderInUse` where a server has it
 * open.
 */
export async function upgrade(
  config: Config,
  project: Project,
  onProgress: OnProgress = () => undefined,
): Promise<Upgraded> {
  if (config.databaseUrl) {
    const { client, end } = await connectTo(config.databaseUrl, 'upgrade')
    await refuseUsed(client, config).finally(end)
  }
  const renewal = await Renewal.begin(config, onProgress)
  const vaultKey = vaultKeyOf(config)
  if (!renewal) return apply(config, project, vaultKey)
  try {
    const upgraded = await apply(renewal.config, project, vaultKey)
    return { ...upgraded, renewed: await renewal.finish() }
  } finally {
    await renewal.end()
  }
}

async function apply(config: Config, project: Project, vaultKey: () => Promise<string>): Promise<Upgraded> {
  const database = config.databaseUrl
    ? postgresDatabase(config.databaseUrl, 'upgrade')
    : await embeddedDatabase(join(config.dataDir, 'db'), { runawayMs: PATIENT_MS })
  try {
    return await upgradeDatabase(database, project, vaultKey)
  } finally {
    await database.close()
  }
}

/** An index over a large table takes its time. */
const PATIENT_MS = 6 * 60 * 60_000

export async function upgradeDatabase(
  database: Database,
  project: Pick<Project, 'dir' | 'config'>,
  vaultKey?: () => Promise<string>,
): Promise<Upgraded> {
  const tables = featureTables(project.config, vaultKey)
  const before = await database.transaction({}, objectsOf)
  const { applied } = await migrate(database, project.dir, tables)
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
