import { join } from 'node:path'
import type { Database } from '../database.ts'
import { type InitialSchemas, readFolder } from './initial-schemas.ts'
import { MigrationFailed } from './migration-failed.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { type Applied, appliedBefore, type History } from './migration-histories.ts'
import { providingExtensions } from './provide-extensions.ts'
import { countReplaced, withReplacements } from './replaced-migrations.ts'
import { runFile, type SqlFile } from './run-file.ts'
import { hasStatementAlone } from './sql-file-parts.ts'
import type { StepEnd } from './step-end.ts'

export type MigrateResult = {
  /** The migrations that were applied now. */
  applied: string[]
  /** Whether the database was empty before. */
  isNew: boolean
  /** The files that have changed since they were applied. */
  edited: string[]
}

/** What one step of a start has applied. */
type AppliedStep = MigrateResult & {
  /** The migration ahead of which the step has ended, because it cannot run in a transaction. */
  alone?: Migration
}

export const migrationsIn = (folder: string) => readMigrations(join(folder, 'migrations'))

/**
 * The migrations that another database had applied. Each of them, or the file that has replaced it, must exist here.
 */
export function compareWithHistory(
  migrations: readonly Migration[],
  history: History,
  recorded: readonly string[] | undefined,
  beginning?: InitialSchemas,
) {
  if (!recorded) return migrations
  const applied = recorded.toSorted().map((version) => ({ version, name: null, checksum: null }))
  const files = filesOf(migrations, beginning)
  const counted = withReplacements(applied, files)
  refuseNewer(counted, files, history)
  return migrations.filter(({ version }) => counted.some((one) => one.version === version))
}

const filesOf = (migrations: readonly Migration[], beginning: InitialSchemas | undefined) =>
  beginning ? [beginning, ...migrations] : migrations

/**
 * Creates the tables of an empty database from `schemas/`, and brings any other database up to date by the missing
 * `migrations/`.
 */
export async function bringUpToDate(
  database: Database,
  folder: string,
  history: History,
  recorded: readonly string[] | undefined,
  progress: StepEnd,
): Promise<MigrateResult> {
  const { beginning, migrations: known } = await readFolder(folder)
  const migrations = compareWithHistory(known, history, recorded, beginning)
  if (migrations.length === known.length && (await appliedBefore(database, history)).length === 0) {
    const isNew = await begin(database, beginning, migrations, history, progress)
    return { applied: [], isNew, edited: [] }
  }
  return applyMissing(database, migrations, history, progress, beginning)
}

/** Throws where newer code has migrated the tables of a feature that is switched off. */
export async function refuseNewerFeature(database: Database, folder: string, history: History) {
  const { beginning, migrations } = await readFolder(folder)
  const files = filesOf(migrations, beginning)
  refuseNewer(withReplacements(await appliedBefore(database, history), files), files, history)
}

/** Applies the schemas, which equal all migrations that they replace. Returns false where the step ends before them. */
async function begin(
  database: Database,
  beginning: InitialSchemas,
  migrations: readonly Migration[],
  history: History,
  progress: StepEnd,
): Promise<boolean> {
  const { schemas } = beginning
  if (schemas.some(({ file }) => progress.endsAheadOf(keyOf(history, file)))) return false
  await database.transaction({}, async (tx) => {
    if (history.create) await tx.query(history.create)
    for (const { file, sql } of schemas) await runFile(tx, sqlFileOf(history, file, sql))
    for (const { version, name, sql } of [beginning, ...migrations]) {
      await tx.query(history.remember, [version, name, sql])
    }
  })
  return true
}

export async function applyMissing(
  database: Database,
  migrations: readonly Migration[],
  history: History,
  progress: StepEnd,
  beginning?: InitialSchemas,
): Promise<AppliedStep> {
  const files = filesOf(migrations, beginning)
  await countReplaced(database, history, files)
  const before = await appliedBefore(database, history)
  refuseNewer(before, files, history)
  const checksums = new Map(before.map(({ version, checksum }) => [version, checksum]))
  const missing = migrations.filter(({ version }) => !checksums.has(version))
  const { create } = history
  if (missing.length > 0 && create) await database.transaction({}, (tx) => tx.query(create))
  const applied: string[] = []
  let alone: Migration | undefined
  for (const migration of missing) {
    if (progress.endsAheadOf(keyOf(history, migration.file))) break
    if (hasStatementAlone(migration.sql)) {
      alone = migration
      progress.stop()
      break
    }
    await providingExtensions(database, missing, () => apply(database, migration, history))
    applied.push(migration.file)
  }
  const edited = migrations.filter(({ version, checksum }) => (checksums.get(version) ?? checksum) !== checksum)
  return { applied, isNew: false, edited: edited.map(({ file }) => file), ...(alone && { alone }) }
}

function apply(database: Database, { version, name, file, sql }: Migration, history: History): Promise<void> {
  const { searchPath } = history
  return database.transaction({ settings: searchPath === undefined ? {} : { search_path: searchPath } }, async (tx) => {
    await runFile(tx, sqlFileOf(history, file, sql))
    await tx.query(history.remember, [version, name, sql])
  })
}

/** Features have files of the same names, so the key names the feature too. */
const keyOf = ({ whose }: History, file: string) => `${file} of ${whose}`

export const sqlFileOf = (history: History, file: string, sql: string): SqlFile => ({
  key: keyOf(history, file),
  title: `Migration ${file}`,
  isOurs: history.asRun === undefined,
  sql,
  asRun: history.asRun,
})

/**
 * Refuses a database that newer code has migrated: older code would write what the newer tables do not expect. A
 * migration that was only deleted from the folder does no harm.
 */
function refuseNewer(
  applied: readonly Applied[],
  files: readonly Pick<Migration, 'version'>[],
  { whose }: Pick<History, 'whose'>,
) {
  const newest = files.reduce((newest, { version }) => (version > newest ? version : newest), '')
  const newer = applied.findLast(({ version }) => version > newest)
  if (!newer) return
  const file = [newer.version, newer.name].filter(Boolean).join('_')
  throw new MigrationFailed(
    `Newer code has used this database: it has applied ${file}, which ${whose} does not have. Start that code, or restore a backup from before it.`,
  )
}
