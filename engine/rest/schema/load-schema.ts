import type { Database, Transaction } from '../../database/database.ts'
import { type ConfigSources, type RestConfig, restConfig } from '../rest-config.ts'
import { loadDatabaseSettings } from './database-settings.ts'
import { loadForeignKeys, loadPrimaryKeys, type PrimaryKey } from './foreign-keys.ts'
import { loadFeature } from './geojson-function.ts'
import { loadComputedRelationships, loadFunctions } from './load-functions.ts'
import { loadTables } from './load-tables.ts'
import { loadHandlers } from './media-type-handlers.ts'
import { columnCombinations, deriveRelationships } from './relationships.ts'
import { loadRepresentations, withRepresentations } from './representations.ts'
import { loadRoleSettings } from './role-settings.ts'
import { keyOf, type Schema, type Table } from './schema-types.ts'
import { loadViewColumns, type ViewColumns } from './view-columns.ts'

/** The settings in force and the exposed schemas, which requests are planned with. */
export type LoadedSchema = { config: RestConfig; schema: Schema }

/** Reports invalid settings in the database, which are then ignored altogether. */
export type ReportInvalidSettings = (error: unknown) => void

/** An empty search_path makes Postgres write type names with their schema, so that they are valid anywhere. */
const qualifiedNames = { settings: { search_path: '' }, readOnly: true }

/**
 * Reads the schemas from Postgres' catalogue, one query at a time, because the embedded database has a single
 * connection that other requests use in between. A change meanwhile sends a notification and leads to another load.
 */
export async function loadSchema(
  database: Database,
  sources: ConfigSources,
  complain: ReportInvalidSettings,
): Promise<LoadedSchema> {
  const config = await loadConfig(database, sources, complain)
  const catalogue: Transaction = {
    query: (text, values) => database.run(qualifiedNames, { text, ...(values && { values }) }),
  }
  const { schemas } = config
  const found = await loadTables(catalogue, schemas)
  const views = await loadViewColumns(catalogue, schemas)
  const primaryKeys = await loadPrimaryKeys(catalogue)
  const keys = await loadForeignKeys(catalogue)
  const computed = await loadComputedRelationships(catalogue, schemas)
  const functions = await loadFunctions(catalogue, config)
  const roleSettings = await loadRoleSettings(catalogue)
  const representations = await loadRepresentations(catalogue)
  const handlers = await loadHandlers(catalogue, schemas)
  const feature = await loadFeature(catalogue)
  const tables = new Map([...found].map(([key, table]) => [key, withRepresentations(table, representations)]))
  addViewKeys(tables, views, primaryKeys)
  const relationships = deriveRelationships({ keys, views, computed, tables })
  return { config, schema: { tables, relationships, functions, handlers, feature, roleSettings } }
}

async function loadConfig(
  database: Database,
  sources: ConfigSources,
  complain: ReportInvalidSettings,
): Promise<RestConfig> {
  const settings = await database.transaction(qualifiedNames, (tx) => loadDatabaseSettings(tx))
  try {
    return restConfig({ ...sources, database: settings })
  } catch (error) {
    complain(error)
    return restConfig(sources)
  }
}

/** Gives a view the primary key of its table where it shows all of the key's columns. */
function addViewKeys(tables: Map<string, Table>, views: readonly ViewColumns[], primaryKeys: readonly PrimaryKey[]) {
  for (const view of views) {
    const key = keyOf(view.view.schema, view.view.name)
    const table = tables.get(key)
    const columns = primaryKeys.flatMap(({ table, columns }) => columnCombinations(view, table, columns)[0] ?? [])
    if (table && columns.length > 0) tables.set(key, { ...table, primaryKey: columns })
  }
}
