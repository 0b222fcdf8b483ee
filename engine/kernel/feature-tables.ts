import { ConfigError } from './config/environment-variables.ts'
import type { OptionalPackage } from './optional-package.ts'

/**
 * The tables of a feature: created when it is first switched on, and kept from then on. A feature that stands in for an
 * extension is on where the project asks for the extension and the database does not have it.
 */
export type FeatureTables = {
  name: string
  /** Undefined where the package of the feature is not installed. */
  folder: string | undefined
  from?: OptionalPackage | undefined
  isOn: boolean
  standsInFor?: StandsInFor
  /** Settings for every transaction while the database has the tables. */
  settings?: () => Promise<Readonly<Record<string, string>>>
}

/**
 * The tables of a feature, whether or not a project uses it: `schemas/` and `migrations/` are in the folder. The
 * database records them under the name, which must never change.
 */
export type TablesOfFeature = Omit<FeatureTables, 'isOn'>

/** A project that knows which features it uses. */
export type WithFeatureTables = Readonly<{
  /**
   * `vaultKey` is the installation's key (`tokens/key-file.ts`) for secrets in migrations; left out, a temporary one is
   * used.
   */
  featureTables(vaultKey?: () => Promise<string>): FeatureTables[]
}>

/** An extension that a feature stands in for where the database does not have it. */
export type StandsInFor = {
  /** The extension's name in SQL. */
  extension: string
  /** Matches further SQL that shows a project uses the extension, on the hosted service without creating it. */
  namedBy?: RegExp
}

/** The folder with the SQL of the tables. Throws `ConfigError` where the package of the feature is not installed. */
export function folderOf({ name, folder, from, standsInFor }: Omit<FeatureTables, 'isOn'>): string {
  if (folder !== undefined) return folder
  const wanted = standsInFor
    ? `The migrations ask for the extension ${standsInFor.extension}, which this database does not have`
    : `The tables of ${from?.provides ?? name} come with a package of their own`
  throw new ConfigError(`${wanted}: run npm install ${from?.name ?? name}.`)
}
