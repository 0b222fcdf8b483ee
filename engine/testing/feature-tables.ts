import { authFeatures } from '../auth/features.ts'
import type { FeatureTables } from '../database/migrations/migrate.ts'
import { storageFeatures } from '../storage/features.ts'

/** The tables of all features, as where a project has all of them on. */
export const everyTable: readonly FeatureTables[] = [...authFeatures, ...storageFeatures].flatMap(({ tables }) =>
  tables ? [{ ...tables, isOn: true }] : [],
)
