import type { FeatureTables } from '../database/migrations/migrate.ts'
import { features } from '../features.ts'

/** The tables of all features, as where a project has all of them on. */
export const everyTable: readonly FeatureTables[] = features.flatMap(({ tables }) =>
  tables ? [{ ...tables, isOn: true }] : [],
)
