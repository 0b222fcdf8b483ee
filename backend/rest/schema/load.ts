import type { Database } from '../../database/database.ts'
import { type ConfigSources, type PgrstSettings, type RestConfig, restConfig } from '../config.ts'
import { loadDatabaseSettings } from './database-settings.ts'
import { loadFeature } from './feature.ts'
import { loadComputedRelationships, loadFunctions } from './functions.ts'
import { loadHandlers } from './handlers.ts'
import { loadForeignKeys, loadPrimaryKeys, type PrimaryKey } from './keys.ts'
import { deriveRelationships, namings } from './relationships.ts'
import { loadRepresentations, withRepresentations } from './representations.ts'
import { loadRoleSettings } from './role-settings.ts'
import { keyOf, type Schema, type Table } from './schema.ts'
import { loadTables } from './tables.ts'
import { loadViewColumns, type ViewColumns } from './view-columns.ts'

/** What requests are planned with: the settings in force, and the schemas that they expose. */
export type Known = { config: RestConfig; schema: Schema }

/** Settings in the database that make no sense are told, and nothing of them counts. */
export type Complain = (error: unknown) => void

/** Reads the schemas from Postgres' catalogue. With an empty search_path it writes type names so that they hold anywhere. */
export function loadKnown(database: Database, sources: ConfigSources, complain: Complain): Promise<Known> {
  return database.transaction({ settings: { search_path: '' }, readOnly: true }, async (tx) => {
    const { db_config: isAsked, db_pre_config: first } = sources.environment ?? {}
    const database = isAsked === 'false' ? {} : await loadDatabaseSettings(tx, first)
    const config = configFrom(sources, database, complain)
    const { schemas } = config
    const [found, views, primaryKeys, keys, computed, functions, roleSettings, representations, handlers, feature] =
      await Promise.all([
        loadTables(tx, schemas),
        loadViewColumns(tx, schemas),
        loadPrimaryKeys(tx),
        loadForeignKeys(tx),
        loadComputedRelationships(tx, schemas),
        loadFunctions(tx, config),
        loadRoleSettings(tx),
        loadRepresentations(tx),
        loadHandlers(tx, schemas),
        loadFeature(tx),
      ])
    const tables = new Map([...found].map(([key, table]) => [key, withRepresentations(table, representations)]))
    addViewKeys(tables, views, primaryKeys)
    const relationships = deriveRelationships({ keys, views, computed, tables })
    return { config, schema: { tables, relationships, functions, handlers, feature, roleSettings } }
  })
}

function configFrom(sources: ConfigSources, database: PgrstSettings, complain: Complain): RestConfig {
  try {
    return restConfig({ ...sources, database })
  } catch (error) {
    complain(error)
    return restConfig(sources)
  }
}

/** A view that shows a whole primary key has it. */
function addViewKeys(tables: Map<string, Table>, views: readonly ViewColumns[], primaryKeys: readonly PrimaryKey[]) {
  for (const view of views) {
    const key = keyOf(view.view.schema, view.view.name)
    const table = tables.get(key)
    const columns = primaryKeys.flatMap(({ table, columns }) => namings(view, table, columns)[0] ?? [])
    if (table && columns.length > 0) tables.set(key, { ...table, primaryKey: columns })
  }
}
