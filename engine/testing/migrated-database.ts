import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded-database.ts'
import { copyExtensions } from '../database/embedded/extensions.ts'
import { migrationsIn } from '../database/migrations/apply-migrations.ts'
import { type MigrateOptions, migrate } from '../database/migrations/migrate.ts'
import type { FeatureTables } from '../kernel/feature-tables.ts'
import { keptFolder } from './kept-folder.ts'

export type TestMigrations = Pick<MigrateOptions, 'exposesNewTables'> & { features?: readonly FeatureTables[] }

/** The time limit of tests ends what hangs; on a busy machine their longest statements take minutes. */
const RUNAWAY_MS = 30 * 60_000

/**
 * An embedded database in the new `folder` with the tables of the platform, of `features` and of the project. Migrating takes
 * four times as long as opening, so the first database of a kind is kept, and the others begin as copies.
 */
export async function migratedDatabase(
  folder: string,
  projectDir: string,
  { features = [], ...options }: TestMigrations = {},
): Promise<Database> {
  const kept = join(keptFolder(), await kindOf(projectDir, features, options))
  const isKept = existsSync(kept)
  if (isKept) {
    // Copying a thousand small files at once takes a sixth of the processor time of `cp`, and nothing else waits here.
    cpSync(join(kept, 'db'), folder, { recursive: true })
    await copyExtensions(join(kept, 'db'), folder)
  }
  const database = await embeddedDatabase(folder, { runawayMs: RUNAWAY_MS })
  // A copy has every migration already, and gets the settings of its features.
  await migrate(database, projectDir, features, options)
  if (!isKept && database.copyTo) await keep(database.copyTo, kept)
  return database
}

/** The folder gets its name when it is complete, and another process may have been quicker. */
async function keep(copyTo: (folder: string) => Promise<void>, kept: string) {
  const unfinished = `${kept}-${randomUUID()}`
  await mkdir(unfinished)
  await copyTo(join(unfinished, 'db'))
  await rename(unfinished, kept).catch(() => rm(unfinished, { recursive: true }))
}

/** Names the SQL that makes the database. The engine's own does not change while its tests run. */
async function kindOf(projectDir: string, features: readonly FeatureTables[], options: MigrateOptions) {
  const project = await migrationsIn(projectDir)
  const described = {
    options,
    features: features.map(({ name, isOn }) => ({ name, isOn })),
    project: project.map(({ version, name, checksum }) => ({ version, name, checksum })),
  }
  return createHash('sha256').update(JSON.stringify(described)).digest('hex').slice(0, 16)
}
