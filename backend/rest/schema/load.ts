import type { Database } from '../../database/database.ts'
import { loadComputedRelationships, loadFunctions } from './functions.ts'
import { loadForeignKeys, loadPrimaryKeys, type PrimaryKey } from './keys.ts'
import { deriveRelationships, namings } from './relationships.ts'
import { loadRoleSettings } from './role-settings.ts'
import { keyOf, type Schema, type Table } from './schema.ts'
import { loadTables } from './tables.ts'
import { loadViewColumns, type ViewColumns } from './view-columns.ts'

/** Reads the schemas from Postgres' catalogue. With an empty search_path it writes type names so that they hold anywhere. */
export function loadSchema(database: Database, schemas: readonly string[]): Promise<Schema> {
  return database.transaction({ settings: { search_path: '' }, readOnly: true }, async (tx) => {
    const [tables, views, primaryKeys, keys, computed, functions, roleSettings] = await Promise.all([
      loadTables(tx, schemas),
      loadViewColumns(tx, schemas),
      loadPrimaryKeys(tx),
      loadForeignKeys(tx),
      loadComputedRelationships(tx, schemas),
      loadFunctions(tx, schemas),
      loadRoleSettings(tx),
    ])
    addViewKeys(tables, views, primaryKeys)
    return { tables, relationships: deriveRelationships({ keys, views, computed, tables }), functions, roleSettings }
  })
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
