import { everyFeatureTable } from '../assembly/features.ts'
import type { FeatureTables } from '../kernel/feature-tables.ts'

/** The tables of all features whose packages are installed, as where a project has all of them on. */
export const everyTable: readonly (FeatureTables & { folder: string })[] = everyFeatureTable.flatMap((tables) =>
  tables.folder === undefined ? [] : [{ ...tables, folder: tables.folder, isOn: true }],
)
