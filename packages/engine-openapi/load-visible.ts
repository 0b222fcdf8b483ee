import type { Caller, Database, OpenApiConfig } from 'engine/feature'

/** The visible part of a schema: tables by name, functions by oid. */
export type Visible = { tables: ReadonlySet<string>; functions: ReadonlySet<string>; description: string | null }

type VisibleRow = { tables: string[] | null; functions: string[] | null; description: string | null }

/**
 * Reads the visible tables and functions as the caller, whose privileges count unless the configuration ignores them.
 */
export async function loadVisible(
  database: Database,
  caller: Caller,
  schema: string,
  { mode }: OpenApiConfig,
): Promise<Visible> {
  const options = mode === 'ignore-privileges' ? { readOnly: true } : { caller, readOnly: true }
  const [row] = await database.run<VisibleRow>(options, { text: VISIBLE, values: [schema] })
  return {
    tables: new Set(row?.tables),
    functions: new Set(row?.functions),
    description: row?.description ?? null,
  }
}

const VISIBLE = `
select
  (
    select json_agg(c.relname)
    from pg_class c
    where c.relnamespace = n.oid and c.relkind in ('r', 'v', 'm', 'f', 'p') and (
      pg_has_role(c.relowner, 'usage')
      or has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger')
      or has_any_column_privilege(c.oid, 'select, insert, update, references')
    )
  ) as tables,
  (
    select json_agg(p.oid::text) from pg_proc p
    where p.pronamespace = n.oid and has_function_privilege(p.oid, 'execute')
  ) as functions,
  obj_description(n.oid, 'pg_namespace') as description
from pg_namespace n
where n.nspname = $1 and has_schema_privilege(n.oid, 'usage')`
