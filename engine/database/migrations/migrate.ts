import { join } from 'node:path'
import type { Database, Transaction } from '../database.ts'
import { providingExtensions } from './extensions.ts'
import type { FeatureTables } from './feature-tables.ts'
import {
  type Applied,
  type AsRun,
  appliedBefore,
  featureHistory,
  type History,
  platformHistory,
  projectHistory,
} from './histories.ts'
import { MigrationFailed, reason } from './migration-failed.ts'
import { type Migration, readMigrations, readSchemas, type SchemaFile } from './migration-files.ts'
import { withOwnSettings } from './own-settings.ts'
import { standInsFor, withStandIns } from './stand-ins.ts'

export const platformFolder = join(import.meta.dirname, '../platform')

/** Two starting processes take turns; the number is the same in every version. */
const LOCK = 'select pg_advisory_xact_lock(7236451)'

/** What is remembered of a state that something began with; before any migration. */
export const BEGINNING = { version: '0000', name: 'schemas' }

type Migrated = {
  /** The migrations that were new. */
  applied: string[]
  /** Whether the database had nothing of ours before. */
  isNew: boolean
  /** The files that say something else than what was applied once. */
  edited: string[]
}

/** The versions of migrations, by whose they are: what a database was once brought to. */
export type Recorded = {
  platform: readonly string[]
  features: Readonly<Record<string, readonly string[]>>
  project: readonly string[]
}

/**
 * Makes, or brings up to date, what the engine provides, then the tables of those features that are on, then what the
 * project's `migrations/` make. Throws `MigrationFailed` where Postgres refuses something, and where newer code has used
 * this database. `recorded` stops at what another database had come to.
 */
export async function migrate(
  database: Database,
  projectDir: string,
  features: readonly FeatureTables[] = [],
  recorded?: Recorded,
): Promise<Migrated & { asRun: AsRun }> {
  const platform = await bringUpToDate(database, platformFolder, platformHistory, recorded?.platform)
  const ofProject = among(await migrationsIn(projectDir), projectHistory, recorded?.project)
  const standIns = await standInsFor(database, features, ofProject)
  const further: Migrated[] = []
  for (const { name, folder, isOn, standsInFor, settings } of features) {
    const history = featureHistory(name)
    if (isOn || standIns.has(standsInFor?.extension)) {
      further.push(await bringUpToDate(database, folder, history, recorded?.features[name]))
      if (settings) await database.always?.(await settings())
    }
    // The rows that it left are still looked after.
    else if (!standsInFor) refuseNewer(await appliedBefore(database, history), await migrationsIn(folder), history)
  }
  const [here] = await database.run<{ name: string }>({}, { text: 'select current_database() as name' })
  const asRun: AsRun = (sql) => withOwnSettings(withStandIns(sql, standIns), here?.name ?? '')
  further.push(await applyMissing(database, ofProject, { ...projectHistory, asRun }))
  return {
    applied: [platform, ...further].flatMap(({ applied }) => applied),
    isNew: platform.isNew,
    edited: [platform, ...further].flatMap(({ edited }) => edited),
    asRun,
  }
}

const migrationsIn = (folder: string) => readMigrations(join(folder, 'migrations'))

function among(migrations: readonly Migration[], history: History, recorded: readonly string[] | undefined) {
  if (!recorded) return migrations
  refuseNewer(
    recorded.toSorted().map((version) => ({ version, name: null, checksum: null })),
    migrations,
    history,
  )
  return migrations.filter(({ version }) => recorded.includes(version))
}

/** Where nothing is yet, what `schemas/` say, at once; elsewhere step by step what is missing of `migrations/`. */
async function bringUpToDate(
  database: Database,
  folder: string,
  history: History,
  recorded?: readonly string[],
): Promise<Migrated> {
  const known = await migrationsIn(folder)
  const migrations = among(known, history, recorded)
  if (migrations.length === known.length && (await appliedBefore(database, history)).length === 0) {
    const schemas = await readSchemas(join(folder, 'schemas'))
    const isFirst = await database.transaction({}, (tx) => begin(tx, schemas, migrations, history))
    if (isFirst) return { applied: [], isNew: true, edited: [] }
  }
  return applyMissing(database, migrations, history)
}

/** A state is what all its migrations lead to. False when another process was faster. */
async function begin(
  tx: Transaction,
  schemas: readonly SchemaFile[],
  migrations: readonly Migration[],
  history: History,
): Promise<boolean> {
  await tx.query(LOCK)
  if (history.create) await tx.query(history.create)
  if ((await tx.query(history.applied)).length > 0) return false
  for (const { file, sql } of schemas) await run(tx, file, sql)
  const beginning = { ...BEGINNING, sql: schemas.map(({ sql }) => sql).join('\n') }
  for (const { version, name, sql } of [beginning, ...migrations]) {
    await tx.query(history.remember, [version, name, sql])
  }
  return true
}

async function applyMissing(database: Database, migrations: readonly Migration[], history: History): Promise<Migrated> {
  const before = await appliedBefore(database, history)
  refuseNewer(before, migrations, history)
  const checksums = new Map(before.map(({ version, checksum }) => [version, checksum]))
  const missing = migrations.filter(({ version }) => !checksums.has(version))
  const { create } = history
  if (missing.length > 0 && create) {
    await database.transaction({}, async (tx) => {
      await tx.query(LOCK)
      await tx.query(create)
    })
  }
  const applied: string[] = []
  for (const migration of missing) {
    const isFirst = await providingExtensions(database, missing, () =>
      database.transaction({}, (tx) => applyOnce(tx, migration, history)),
    )
    if (isFirst) applied.push(migration.file)
  }
  const edited = migrations.filter(({ version, checksum }) => (checksums.get(version) ?? checksum) !== checksum)
  return { applied, isNew: false, edited: edited.map(({ file }) => file) }
}

/** Older code would write what the newer tables no longer expect. One that was only deleted from the folder harms nobody. */
function refuseNewer(applied: readonly Applied[], migrations: readonly Migration[], { whose }: History) {
  const last = migrations.at(-1) ?? BEGINNING
  const newer = applied.at(-1)
  if (!newer || newer.version <= last.version) return
  const file = [newer.version, newer.name].filter(Boolean).join('_')
  throw new MigrationFailed(
    `Newer code has used this database: it has applied ${file}, which ${whose} does not have. Start that code, or restore a backup from before it.`,
  )
}

/** False when another process was faster. */
async function applyOnce(tx: Transaction, { version, name, file, sql }: Migration, history: History): Promise<boolean> {
  await tx.query(LOCK)
  const applied = await tx.query<Applied>(history.applied)
  if (applied.some((one) => one.version === version)) return false
  if (history.searchPath) await tx.query(`set local search_path to ${history.searchPath}`)
  await run(tx, file, history.asRun?.(sql) ?? sql)
  await tx.query(history.remember, [version, name, sql])
  return true
}

async function run(tx: Transaction, file: string, sql: string) {
  try {
    await tx.query(sql)
  } catch (cause) {
    throw new MigrationFailed(`Migration ${file} failed: ${reason(cause, sql)} The data is as it was before.`, {
      cause,
    })
  }
  // A file may leave its own settings behind, a search_path above all.
  await tx.query('reset all')
}
