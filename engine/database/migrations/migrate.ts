import { join } from 'node:path'
import { type FeatureTables, folderOf } from '../../kernel/feature-tables.ts'
import type { Database } from '../database.ts'
import { applyAlone } from './apply-alone.ts'
import {
  applyMissing,
  bringUpToDate,
  compareWithHistory,
  type MigrateResult,
  migrationsIn,
  refuseNewerFeature,
} from './apply-migrations.ts'
import { exposeNewTables } from './expose-new-tables.ts'
import { provideCollations } from './icu-collations.ts'
import { inOneTransaction } from './in-one-transaction.ts'
import { FileFailed } from './migration-failed.ts'
import type { Migration } from './migration-files.ts'
import { type AsRun, featureHistory, type History, platformHistory, projectHistory } from './migration-histories.ts'
import { rewriteSettings } from './rewrite-settings.ts'
import { standInsFor, withStandIns } from './stand-ins.ts'
import { StepEnd } from './step-end.ts'
import { CREATE_VAULT, storeVaultSecrets } from './vault-secrets.ts'

export const platformFolder = join(import.meta.dirname, '../platform')

/** The versions of applied migrations by owner, as recorded in another database. */
export type Recorded = {
  platform: readonly string[]
  features: Readonly<Record<string, readonly string[]>>
  project: readonly string[]
}

export type MigrateOptions = {
  /** Stops where the other database had stopped. */
  recorded?: Recorded
  /** The setting `api.auto_expose_new_tables` of config.toml. */
  exposesNewTables?: boolean | undefined
  /** Secrets by name, stored in the vault before the project's migrations. */
  vaultSecrets?: Readonly<Record<string, string>>
  /** Fills a new database in the same transaction. `asRun` rewrites SQL of the project. */
  fill?: (inside: Database, asRun: AsRun) => Promise<void>
}

/**
 * Creates or updates the engine's own tables, then those of the enabled features, then those of the project's
 * `migrations/`, and fills a new database. It does all of that or, where something fails, nothing
 * (docs/decisions/0068-a-start-is-one-step.md). Throws `MigrationFailed` where PostgreSQL refuses a file and where
 * newer code has used this database.
 */
export async function migrate(
  database: Database,
  projectDir: string,
  features: readonly FeatureTables[] = [],
  options: MigrateOptions = {},
): Promise<MigrateResult> {
  const kept: Kept = { applied: [], isNew: false, because: ADDS_ENUM_VALUE }
  for (let progress = new StepEnd(); ; ) {
    try {
      const step = await inOneTransaction(database, (inside) => {
        progress.begin()
        return migrateAll(inside, projectDir, features, { ...options, wasNew: kept.isNew }, progress)
      })
      kept.applied.push(...step.applied)
      kept.isNew ||= step.isNew
      const { alone, ...result } = step
      if (!progress.hasStopped) return { ...result, applied: kept.applied, isNew: kept.isNew }
      progress = new StepEnd()
      if (!alone) continue
      kept.because = RUNS_ALONE
      if (await applyAlone(database, alone.migration, alone.history)) kept.applied.push(alone.migration.file)
    } catch (error) {
      if (!(error instanceof FileFailed)) throw error
      const { waitsForCommit, key } = error.particulars
      if (!waitsForCommit || !progress.canEndAheadOf(key)) throw error.adding(describeKeptMigrations(kept))
      progress = new StepEnd(key)
      kept.because = ADDS_ENUM_VALUE
    }
  }
}

type Kept = Pick<MigrateResult, 'applied' | 'isNew'> & { because: string }

const ADDS_ENUM_VALUE =
  'since they add a value to an enum that a later one uses, which PostgreSQL allows only once it is committed'
const RUNS_ALONE = 'since one of them has a statement that PostgreSQL runs only outside of a transaction'

function describeKeptMigrations({ applied, isNew, because }: Kept): string {
  if (applied.length === 0 && !isNew) return 'The data is as it was before.'
  const last = applied.at(-1) ?? "the engine's own"
  return `The migrations up to ${last} were kept, ${because}. Nothing after them was.`
}

async function migrateAll(
  database: Database,
  projectDir: string,
  features: readonly FeatureTables[],
  { recorded, fill, wasNew, exposesNewTables, vaultSecrets = {} }: MigrateOptions & { wasNew: boolean },
  progress: StepEnd,
): Promise<MigrateResult & { alone?: { migration: Migration; history: History } }> {
  const platform = await bringUpToDate(database, platformFolder, platformHistory, recorded?.platform, progress)
  const ofProject = compareWithHistory(await migrationsIn(projectDir), projectHistory, recorded?.project)
  const vault = Object.keys(vaultSecrets).length > 0 ? CREATE_VAULT : undefined
  const standIns = await standInsFor(database, features, [...ofProject, ...(vault ? [{ sql: vault }] : [])])
  const further: MigrateResult[] = []
  for (const tables of features) {
    const { name, folder, isOn, standsInFor, settings } = tables
    const history = featureHistory(name)
    if (isOn || standIns.has(standsInFor?.extension)) {
      further.push(await bringUpToDate(database, folderOf(tables), history, recorded?.features[name], progress))
      if (settings) await database.always?.(await settings())
    }
    // The rows that a switched-off feature left are still cleaned up, so its tables must be known here.
    else if (!standsInFor && folder !== undefined) await refuseNewerFeature(database, folder, history)
  }
  const [here] = await database.run<{ name: string }>({}, { text: 'select current_database() as name' })
  const asRun: AsRun = (sql) => rewriteSettings(withStandIns(sql, standIns), here?.name ?? '')
  await exposeNewTables(database, exposesNewTables)
  await provideCollations(database, ofProject)
  if (vault) {
    await database.transaction({}, (tx) => tx.query(asRun(vault)))
    await storeVaultSecrets(database, vaultSecrets)
  }
  const history = { ...projectHistory, asRun }
  const { alone: migration, ...project } = await applyMissing(database, ofProject, history, progress)
  further.push(project)
  if (fill && !progress.hasStopped && (platform.isNew || wasNew)) await fill(database, asRun)
  return {
    applied: [platform, ...further].flatMap(({ applied }) => applied),
    isNew: platform.isNew,
    edited: [platform, ...further].flatMap(({ edited }) => edited),
    ...(migration && { alone: { migration, history } }),
  }
}
