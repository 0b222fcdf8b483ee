import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { authFeatures } from '../auth/features.ts'
import type { authSection } from '../auth/section.ts'
import { standInVariables, tablesOfStandIns } from '../extensions/stand-ins.ts'
import { requirePackages, tablesOf } from '../kernel/feature.ts'
import type { FeatureTables, TablesOfFeature } from '../kernel/feature-tables.ts'
import { storageFeatures } from '../storage/features.ts'
import type { storageSection } from '../storage/project-settings.ts'

/** Those of all services. */
const features = [...authFeatures, ...storageFeatures]

/** For a database that nobody keeps, or whose rows come from elsewhere. */
const passingKey = async () => randomBytes(32).toString('base64url')

/** Environment variables that they read. */
export const featureVariables: readonly string[] = [
  ...features.flatMap(({ variables }) => variables),
  ...standInVariables,
]

type Sections = { auth: z.output<typeof authSection>; storage: z.output<typeof storageSection> }

/**
 * The tables that they bring, and which of those a project asks for. `vaultKey` is the installation's (`tokens/keys.ts`), for
 * secrets that its migrations store.
 */
export const featureTables = ({ auth, storage }: Sections, vaultKey = passingKey): FeatureTables[] => [
  ...tablesOf(authFeatures, auth),
  ...tablesOf(storageFeatures, storage),
  ...tablesOfStandIns(vaultKey),
]

/** Those of all features, whatever a project asks for. */
export const everyFeatureTable: readonly TablesOfFeature[] = [
  ...tablesOf(features, {}),
  ...tablesOfStandIns(passingKey),
]

/** Throws `ConfigError` where the settings turn something on whose package is not installed. */
export function requireInstalled({ auth, storage }: Sections) {
  requirePackages(authFeatures, auth)
  requirePackages(storageFeatures, storage)
}
