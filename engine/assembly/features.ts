import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { authSection } from '../auth/auth-section.ts'
import { authFeatures } from '../auth/features.ts'
import { standInVariables, tablesOfStandIns } from '../extensions/stand-ins.ts'
import { requirePackages, tablesOf } from '../kernel/feature.ts'
import type { FeatureTables, TablesOfFeature } from '../kernel/feature-tables.ts'
import { storageFeatures } from '../storage/features.ts'
import type { storageSection } from '../storage/storage-section.ts'

/** The features of all services. */
const features = [...authFeatures, ...storageFeatures]

/** A temporary key, for a database that is thrown away or whose rows come from elsewhere. */
const temporaryVaultKey = async () => randomBytes(32).toString('base64url')

/** The environment variables that features read. */
export const featureVariables: readonly string[] = [
  ...features.flatMap(({ variables }) => variables),
  ...standInVariables,
]

type Sections = { auth: z.output<typeof authSection>; storage: z.output<typeof storageSection> }

/**
 * The tables of the features, and which of them a project uses. `vaultKey` is the installation's key (`tokens/key-file.ts`)
 * for secrets in migrations.
 */
export const featureTables = ({ auth, storage }: Sections, vaultKey = temporaryVaultKey): FeatureTables[] => [
  ...tablesOf(authFeatures, auth),
  ...tablesOf(storageFeatures, storage),
  ...tablesOfStandIns(vaultKey),
]

/** The tables of all features, whether or not a project uses them. */
export const everyFeatureTable: readonly TablesOfFeature[] = [
  ...tablesOf(features, {}),
  ...tablesOfStandIns(temporaryVaultKey),
]

/** Throws `ConfigError` where the settings switch on a feature whose package is not installed. */
export function requireInstalled({ auth, storage }: Sections) {
  requirePackages(authFeatures, auth)
  requirePackages(storageFeatures, storage)
}
