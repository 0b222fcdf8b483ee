import { authFeatures } from './auth/features.ts'
import type { FeatureTables } from './database/migrations/feature-tables.ts'
import { standIns } from './extensions/features.ts'
import { tablesOfStandIn } from './extensions/stand-in.ts'
import { tablesOf } from './feature.ts'
import { storageFeatures } from './storage/features.ts'
import type { ProjectConfig } from './supabase-project.ts'

/** Those of all services. */
export const features = [...authFeatures, ...storageFeatures]

const tablesOfStandIns = standIns.map(tablesOfStandIn)

/** The tables that they bring, and which of those a project asks for. */
export const featureTables = ({ auth, storage }: Pick<ProjectConfig, 'auth' | 'storage'>): FeatureTables[] => [
  ...tablesOf(authFeatures, auth),
  ...tablesOf(storageFeatures, storage),
  ...tablesOfStandIns,
]

/** Those of all features, whatever a project asks for. */
export const everyFeatureTable: readonly Omit<FeatureTables, 'isOn'>[] = [
  ...features.flatMap(({ tables }) => tables ?? []),
  ...tablesOfStandIns,
]
