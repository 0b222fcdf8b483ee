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
  /** The roles that row policies restrict. */
  restricted: string[]
  /** The row policies that decide which rows may be read. */
  policies: Policy[]
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

type Policy = {
  isPermissive: boolean
  /** The roles that it applies to. */
  roles: string[]
  /** The condition, as SQL writes it within a query of the table. */
  condition: string
  /** The columns of the table that the condition uses. */
  columns: string[]
}

const PUBLISHED_TABLES = `
  select pg_class.oid::text as id, schemaname as schema, tablename as name, relrowsecurity as "hasRowPolicies",
         array(
           select rolname::text
           from pg_roles
           where rolname = any ($2) and relrowsecurity and not (rolsuper or rolbypassrls)
             and (relforcerowsecurity or not pg_has_role(pg_roles.oid, relowner, 'usage'))
         ) as restricted,
         (
           select coalesce(jsonb_agg(jsonb_build_object(
             'isPermissive', polpermissive,
             'condition', pg_get_expr(polqual, polrelid),
             'roles', array(
               select role from unnest($2::text[]) as role
               where polroles = '{0}' or exists (
                 select from pg_roles where oid = any (polroles) and pg_has_role(role, oid, 'usage')
               )
             ),
             'columns', array(
               select attname
               from pg_depend
               join pg_attribute on attrelid = refobjid and attnum = refobjsubid
               where classid = 'pg_policy'::regclass and objid = pg_policy.oid and refobjid = polrelid
             )
           )), '[]')
           from pg_policy
           where polrelid = pg_class.oid and polcmd in ('*', 'r') and polqual is not null
         ) as policies,
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
           where attrelid = pg_class.oid and attnum > 0 and not attisdropped
             -- Later versions of PostgreSQL leave generated columns out of the list, even where it has all columns.
             and (attname = any (attnames) or attgenerated = 's' and not exists (
               select from pg_publication_rel
               join pg_publication on pg_publication.oid = prpubid
               where prrelid = pg_class.oid and pubname = 'supabase_realtime' and prattrs is not null
             ))
         ) as columns
  from pg_publication_tables
  join pg_class on pg_class.oid = format('%I.%I', schemaname, tablename)::regclass
  where pubname = 'supabase_realtime' and rowfilter is null
    and ($1::text[] is null or pg_class.oid::text = any ($1))`

/** The published tables, all of them or those with these ids, with the privileges of these roles. */
export function publishedTables(database: Database, roles: string[], ids: string[] | null = null): Promise<Table[]> {
  // Without a search_path Postgres writes every name of a condition with its schema.
  return database.run<Table>({ settings: { search_path: '' } }, { text: PUBLISHED_TABLES, values: [ids, roles] })
}

export const concernsTable = (binding: Binding, { schema, name }: Table) =>
  (binding.schema === '*' || binding.schema === schema) && (binding.table === '*' || binding.table === name)

export const readableBy = ({ columns }: Table, role: string): string[] =>
  columns.filter(({ readers }) => readers.includes(role)).map(({ name }) => name)

/** Whether a role may receive changes: as on the hosted service, it must be able to read the whole primary key. */
export function isReadableBy(table: Table, role: string): boolean {
  const receivableExtensions = readableBy(table, role)
  return receivableExtensions.length > 0 && table.keys.every((key) => receivableExtensions.includes(key))
}

/** The row policies of a role, as the condition of a query of the table. */
export function policiesOf({ restricted, policies }: Table, role: string): string {
  if (!restricted.includes(role)) return 'true'
  const [permissive, restrictive] = [true, false].map((isPermissive) =>
    policies
      .filter((policy) => policy.isPermissive === isPermissive && policy.roles.includes(role))
      .map(({ condition }) => `(${condition})`),
  )
  return [`(${permissive?.join(' or ') || 'false'})`, ...(restrictive ?? [])].join(' and ')
}

/** The columns of a row that its policies use. */
export function policyColumns({ columns, policies }: Table): string[] {
  const used = policies.flatMap((policy) => policy.columns)
  // The catalogue does not list the columns of a row that is used as a whole, which is written as `name.*`.
  const isWhole = policies.some(({ condition }) => condition.includes('.*'))
  return columns.map(({ name }) => name).filter((name) => isWhole || used.includes(name))
}

/**
 * The columns of a deleted row that subscribers get. Row policies cannot be checked for a row that is gone, so a table
 * with policies sends the primary key only.
 */
export const columnsOfDeleted = (table: Table, names: string[]): string[] =>
  table.hasRowPolicies ? names.filter((name) => table.keys.includes(name)) : names

/** Whether the changed row no longer exists. */
export const isDeleted = ({ type }: Change) => type === 'DELETE'

/** The row as the change left it, or of a deleted row the part that subscribers get. */
export const visibleRow = (change: Change, table: Table): Payload =>
  change.row ??
  pick(
    change.old ?? {},
    columnsOfDeleted(
      table,
      table.columns.map(({ name }) => name),
    ),
  )

/** A row reduced to the named columns. */
export const pick = (row: Payload, names: string[]): Payload =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))
