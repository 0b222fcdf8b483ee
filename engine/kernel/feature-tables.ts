/**
 * The tables of a feature: made when it is first on, and kept from then on. One that stands in for an extension is on where the
 * project asks for that and the database does not have it.
 */
export type FeatureTables = {
  name: string
  folder: string
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
