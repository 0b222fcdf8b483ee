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

/** An extension that a feature stands in for where the database has none of that name. */
export type StandsInFor = {
  /** Its name in SQL. */
  extension: string
  /** What else a project says that has it on the hosted service without creating it. */
  namedBy?: RegExp
}
