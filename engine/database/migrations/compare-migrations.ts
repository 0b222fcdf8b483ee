import { type FeatureTables, folderOf } from '../../kernel/feature-tables.ts'
import type { Database } from '../database.ts'
import { migrationsIn } from './apply-migrations.ts'
import { type InitialSchemas, isInitialVersion, readFolder } from './initial-schemas.ts'
import { platformFolder } from './migrate.ts'
import type { Migration } from './migration-files.ts'
import { appliedBefore, featureHistory, type History, platformHistory, projectHistory } from './migration-histories.ts'
import { replacedWhereAll } from './replaced-migrations.ts'

export type MigrationState = {
  /** Files that the next start will apply. */
  missing: string[]
  /** Files that have changed since they were applied. */
  edited: string[]
  /** Applied migrations without a file here: newer code's, or deleted files. */
  unknown: string[]
}

/** Compares what was applied to a database with the files. Changes nothing. */
export async function compareMigrations(
  database: Database,
  projectDir: string,
  features: readonly FeatureTables[],
): Promise<MigrationState> {
  const states = [await compare(database, await readFolder(platformFolder), platformHistory)]
  for (const tables of features) {
    if (!tables.isOn) continue
    states.push(await compare(database, await readFolder(folderOf(tables)), featureHistory(tables.name)))
  }
  // A project's schemas are documentation: only its migrations create tables.
  states.push(await compare(database, { migrations: await migrationsIn(projectDir) }, projectHistory))
  return {
    missing: states.flatMap(({ missing }) => missing),
    edited: states.flatMap(({ edited }) => edited),
    unknown: states.flatMap(({ unknown }) => unknown),
  }
}

async function compare(
  database: Database,
  { beginning, migrations: files }: { beginning?: InitialSchemas; migrations: Migration[] },
  history: History,
): Promise<MigrationState> {
  const before = await appliedBefore(database, history)
  const counted = replacedWhereAll(before, beginning ? [beginning, ...files] : files)
  const applied = new Map(counted.map((one) => [one.version, one]))
  const versions = new Set(files.map(({ version }) => version))
  const isEdited = ({ version, checksum }: (typeof files)[number]) =>
    (applied.get(version)?.checksum ?? checksum) !== checksum
  return {
    missing: files.filter(({ version }) => !applied.has(version)).map(({ file }) => file),
    edited: files.filter(isEdited).map(({ file }) => file),
    // The initial schemas are recorded as if they were a migration.
    unknown: [...applied.values()]
      .filter(({ version }) => !versions.has(version) && !(beginning && isInitialVersion(version, beginning)))
      .map(({ version, name }) => [version, name].filter(Boolean).join('_')),
  }
}
