import type { Config } from '../kernel/config/environment-variables.ts'
import type { FeatureTables } from '../kernel/feature-tables.ts'
import { loadPackage } from '../kernel/optional-package.ts'

/** What is imported, and where to. */
export type ImportOptions = {
  config: Config
  features: readonly FeatureTables[]
  /** Whether the API roles have privileges on new tables (`create-tables.ts`). */
  exposesNewTables: boolean | undefined
  /** A file of `supabase db dump --role-only`. */
  roles: string | undefined
  /** Files of `supabase db dump --data-only`. */
  data: readonly string[]
  /** The folder of stored files, with one folder per bucket. */
  files: string | undefined
  onProgress(text: string): void
}

/** `missing` counts rows of storage.objects without a file. */
export type ImportResult = {
  tables: number
  rows: number
  files: number
  bytes: number
  missing: number
  notes: string[]
}

/** The `feature` that the package exports. */
export type ImportFeature = { importDump(options: ImportOptions): Promise<ImportResult> }

/** Imports a dump of a hosted project, by the package `engine-import`. */
export async function importDump(options: ImportOptions): Promise<ImportResult> {
  const from = { name: 'engine-import', provides: 'the import of dumps', requiredBy: 'The command import' }
  return (await loadPackage<ImportFeature>(from)).importDump(options)
}
