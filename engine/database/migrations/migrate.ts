import { join } from 'node:path'
import pg from 'pg'
import type { Database, Transaction } from '../database.ts'
import { providingExtensions } from './extensions.ts'
import { type History, platformHistory, projectHistory } from './histories.ts'
import { MigrationFailed, reason } from './migration-failed.ts'
import { type Migration, readFolder } from './migration-files.ts'

const platformFolder = join(import.meta.dirname, '../platform')
const UNDEFINED_TABLE = '42P01'

/** Two starting processes take turns; the number is the same in every version. */
const LOCK = 'select pg_advisory_xact_lock(7236451)'

type Applied = { version: string; name: string | null; checksum: string | null }

type Migrated = {
  /** The files that were new. */
  applied: string[]
  /** Whether the database had nothing of ours before. */
  isNew: boolean
  /** The files that say something else than what was applied once. */
  edited: string[]
}

/**
 * Applies what the engine provides, then the project's `migrations/`. Throws `MigrationFailed` where Postgres refuses one,
 * and where newer code has used this database.
 */
export async function migrate(database: Database, projectDir: string): Promise<Migrated> {
  const platform = await applyFolder(database, platformFolder, platformHistory)
  const project = await applyFolder(database, join(projectDir, 'migrations'), projectHistory)
  return {
    applied: [...platform.applied, ...project.applied],
    isNew: platform.applied.some((file) => file.startsWith('0001_')),
    edited: [...platform.edited, ...project.edited],
  }
}

async function applyFolder(database: Database, folder: string, history: History) {
  const migrations = await readFolder(folder)
  const before = await appliedBefore(database, history)
  refuseNewer(before, migrations, history)
  const checksums = new Map(before.map(({ version, checksum }) => [version, checksum]))
  const missing = migrations.filter(({ version }) => !checksums.has(version))
  if (missing.length > 0) {
    await database.transaction({}, async (tx) => {
      await tx.query(LOCK)
      await tx.query(history.create)
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
  return { applied, edited: edited.map(({ file }) => file) }
}

/** Older code would write what the newer tables no longer expect. One that was only deleted from the folder harms nobody. */
function refuseNewer(applied: readonly Applied[], migrations: readonly Migration[], { whose }: History) {
  const last = migrations.at(-1)?.version ?? ''
  const newer = applied.at(-1)
  if (!newer || newer.version <= last) return
  const file = [newer.version, newer.name].filter(Boolean).join('_')
  throw new MigrationFailed(
    `Newer code has used this database: it has applied ${file}, which ${whose} does not have. Start that code, or restore a backup from before it.`,
  )
}

/** Nothing where nothing remembers them yet. */
async function appliedBefore(database: Database, history: History): Promise<Applied[]> {
  try {
    return await database.run<Applied>({}, { text: history.applied })
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return []
    throw error
  }
}

/** False when another process was faster. */
async function applyOnce(tx: Transaction, { version, name, file, sql }: Migration, history: History): Promise<boolean> {
  await tx.query(LOCK)
  const applied = await tx.query<Applied>(history.applied)
  if (applied.some((one) => one.version === version)) return false
  try {
    await tx.query(sql)
  } catch (cause) {
    throw new MigrationFailed(`Migration ${file} failed: ${reason(cause, sql)} The data is as it was before.`, {
      cause,
    })
  }
  // A migration may leave its own settings behind, a search_path above all.
  await tx.query('reset all')
  await tx.query(history.remember, [version, name, sql])
  return true
}
