import type { FeatureTables } from '../database/migrations/feature-tables.ts'
import { everyFeatureTable } from '../features.ts'

/** The tables of all features, as where a project has all of them on. */
export const everyTable: readonly FeatureTables[] = everyFeatureTable.map((tables) => ({ ...tables, isOn: true }))
