import { everyFeatureTable } from '../assembly/features.ts'
import type { FeatureTables } from '../kernel/feature-tables.ts'

/** The tables of all features whose packages are installed, as in a project that uses all of them. */
export const everyTable: readonly (FeatureTables & { folder: string })[] = everyFeatureTable.flatMap((tables) =>
  tables.folder === undefined ? [] : [{ ...tables, folder: tables.folder, isOn: true }],
)
