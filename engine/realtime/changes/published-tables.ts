import type { Database } from '../../database/database.ts'
import type { Payload } from '../frames.ts'
import type { Binding } from './bindings.ts'
import type { Change } from './change.ts'

/** A published table, as changes describe it. */
export type Table = {
  id: string
  schema: string
  name: string
  hasRowPolicies: boolean
  /** Whether the engine itself can read every row, without row security. */
  isOpen: boolean
  /** The columns of the primary key. */
  keys: string[]
  /** The columns that the publication includes. */
  columns: Column[]
}

type Column = {
  name: string
  /** The type by its short name, and as SQL writes it. */
  type: string
  fullType: string
  /** Whether two values are equal exactly when Postgres writes them alike. */
  isExact: boolean
  /** The roles that may read the column. */
  readers: string[]
}

const PUBLISHED = `
  select pg_class.oid::text as id, schemaname as schema, tablename as name, relrowsecurity as "hasRowPolicies",
         not row_security_active(pg_class.oid) and has_table_privilege(pg_class.oid, 'select') as "isOpen",
         array(
           select key.attname::text
           from pg_index
           join pg_attribute key on key.attrelid = indrelid and key.attnum = any (indkey)
           where indrelid = pg_class.oid and indisprimary
           order by array_position(indkey, key.attnum)
         ) as keys,
         (
           select jsonb_agg(jsonb_build_object(
             'name', attname,
             'type', typname,
             'fullType', format_type(atttypid, -1),
             'isExact',
               atttypid = any ('{uuid, int2, int4, int8, text, varchar}'::regtype[])
               and not exists (select from pg_collation where oid = attcollation and not collisdeterministic),
             'readers', array(
               select role from unnest($2::text[]) as role
               where has_column_privilege(role, pg_class.oid, attnum, 'select')
             )
           ) order by attnum)
           from pg_attribute
           join pg_type on pg_type.oid = atttypid
           where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attname = any (attnames)
         ) as columns
  from pg_publication_tables
  join pg_class on pg_class.oid = format('%I.%I', schemaname, tablename)::regclass
  where pubname = 'supabase_realtime' and rowfilter is null
    and ($1::text[] is null or pg_class.oid::text = any ($1))`

/** The published tables, all of them or those with these ids, with the privileges of these roles. */
export function publishedTables(database: Database, roles: string[], ids: string[] | null = null): Promise<Table[]> {
  return database.run<Table>({}, { text: PUBLISHED, values: [ids, roles] })
}

export const isAbout = (binding: Binding, { schema, name }: Table) =>
  (binding.schema === '*' || binding.schema === schema) && (binding.table === '*' || binding.table === name)

export const readableBy = ({ columns }: Table, role: string): string[] =>
  columns.filter(({ readers }) => readers.includes(role)).map(({ name }) => name)

/**
 * The columns of a deleted row that subscribers are told: row policies cannot be asked about it, so that a table with
 * policies only tells the primary key.
 */
export const columnsOfDeleted = (table: Table, names: string[]): string[] =>
  table.hasRowPolicies ? names.filter((name) => table.keys.includes(name)) : names

/** Whether the changed row no longer exists. */
export const isDeleted = ({ type }: Change) => type === 'DELETE'

/** A row reduced to the named columns. */
export const pick = (row: Payload, names: string[]): Payload =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))
