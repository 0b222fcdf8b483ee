import { everyFeatureTable } from '../assembly/features.ts'
import type { FeatureTables } from '../kernel/feature-tables.ts'

/** The tables of all features, as where a project has all of them on. */
export const everyTable: readonly FeatureTables[] = everyFeatureTable.map((tables) => ({ ...tables, isOn: true }))
