import { ConfigError } from './config/config.ts'
import type { OptionalPackage } from './optional-package.ts'

/**
 * The tables of a feature: made when it is first on, and kept from then on. One that stands in for an extension is on where the
 * project asks for that and the database does not have it.
 */
export type FeatureTables = {
  name: string
  /** Undefined where the package that brings them is not installed. */
  folder: string | undefined
  from?: OptionalPackage | undefined
  isOn: boolean
  standsInFor?: StandsInFor
  /** What every transaction has to be told where the database has them. */
  settings?: () => Promise<Readonly<Record<string, string>>>
}

/**
 * The tables of a feature, whatever a project asks for: where `schemas/` and `migrations/` are. The database remembers them by
 * the name, which stays what it is.
 */
export type TablesOfFeature = Omit<FeatureTables, 'isOn'>

/** A project that knows which features it asks for. */
export type WithFeatureTables = Readonly<{
  /** `vaultKey` is the installation's (`tokens/keys.ts`), for secrets that its migrations store; left out, one that passes. */
  featureTables(vaultKey?: () => Promise<string>): FeatureTables[]
}>

/** An extension that a feature stands in for where the database has none of that name. */
export type StandsInFor = {
  /** Its name in SQL. */
  extension: string
  /** What else a project says that has it on the hosted service without creating it. */
  namedBy?: RegExp
}

/** Where the SQL of tables is. Throws `ConfigError` where the package that brings them is not installed. */
export function folderOf({ name, folder, from, standsInFor }: Omit<FeatureTables, 'isOn'>): string {
  if (folder !== undefined) return folder
  const wanted = standsInFor
    ? `The migrations ask for the extension ${standsInFor.extension}, which this database does not have`
    : `The tables of ${from?.brings ?? name} come with a package of their own`
  throw new ConfigError(`${wanted}: run npm install ${from?.name ?? name}.`)
}
