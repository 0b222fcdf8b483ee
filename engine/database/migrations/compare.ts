import { type FeatureTables, folderOf } from '../../kernel/feature-tables.ts'
import type { Database } from '../database.ts'
import { type Beginning, isBeginning, readFolder } from './beginning.ts'
import { migrationsIn } from './bring-up-to-date.ts'
import { appliedBefore, featureHistory, type History, platformHistory, projectHistory } from './histories.ts'
import { platformFolder } from './migrate.ts'
import type { Migration } from './migration-files.ts'
import { replacedWhereAll } from './replaced.ts'

export type MigrationState = {
  /** Files that the next start applies. */
  missing: string[]
  /** Files that say something else than what was applied once. */
  edited: string[]
  /** What was applied and has no file here: newer code's, or files that were deleted. */
  unknown: string[]
}

/** What was applied to a database, against the files that are here. Changes nothing. */
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
  // The schemas of a project are for people: its migrations alone make its tables.
  states.push(await compare(database, { migrations: await migrationsIn(projectDir) }, projectHistory))
  return {
    missing: states.flatMap(({ missing }) => missing),
    edited: states.flatMap(({ edited }) => edited),
    unknown: states.flatMap(({ unknown }) => unknown),
  }
}

async function compare(
  database: Database,
  { beginning, migrations: files }: { beginning?: Beginning; migrations: Migration[] },
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
    // The state that something began with is remembered as if it were a migration.
    unknown: [...applied.values()]
      .filter(({ version }) => !versions.has(version) && !(beginning && isBeginning(version, beginning)))
      .map(({ version, name }) => [version, name].filter(Boolean).join('_')),
  }
}
