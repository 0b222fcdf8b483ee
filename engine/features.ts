import { authFeatures } from './auth/features.ts'
import type { FeatureTables } from './database/migrations/migrate.ts'
import { tablesOf } from './feature.ts'
import { storageFeatures } from './storage/features.ts'
import type { ProjectConfig } from './supabase-project.ts'

/** Those of all services. */
export const features = [...authFeatures, ...storageFeatures]

/** The tables that they bring, and which of those a project asks for. */
export const featureTables = ({ auth, storage }: Pick<ProjectConfig, 'auth' | 'storage'>): FeatureTables[] => [
  ...tablesOf(authFeatures, auth),
  ...tablesOf(storageFeatures, storage),
]

/** Those of all features, whatever a project asks for. */
export const everyFeatureTable: readonly Omit<FeatureTables, 'isOn'>[] = features.flatMap(({ tables }) => tables ?? [])
