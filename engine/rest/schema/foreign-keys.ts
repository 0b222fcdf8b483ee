import type { Transaction } from '../../database/database.ts'
import type { ColumnPairs, Name } from './schema-types.ts'

/**
 * A foreign key of any schema except the system's, because exposed views may be based on tables of schemas that are not
 * exposed.
 */
export type ForeignKey = {
  constraint: string
  from: Name
  to: Name
  columns: ColumnPairs
  /** Whether the columns are unique as well, so that each side has at most one row of the other. */
  oneToOne: boolean
}

export type PrimaryKey = { table: Name; columns: readonly string[] }

export const loadForeignKeys = (tx: Transaction): Promise<ForeignKey[]> => tx.query<ForeignKey>(FOREIGN_KEYS)

export const loadPrimaryKeys = (tx: Transaction): Promise<PrimaryKey[]> => tx.query<PrimaryKey>(PRIMARY_KEYS)

const NOT_SYSTEM = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_toast%'`

const FOREIGN_KEYS = `
select
  k.conname as constraint,
  json_build_object('schema', n.nspname, 'name', c.relname) as "from",
  json_build_object('schema', fn.nspname, 'name', fc.relname) as "to",
  (
    select json_agg(json_build_array(a.attname, fa.attname) order by key.place)
    from unnest(k.conkey, k.confkey) with ordinality as key (attnum, fattnum, place)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = key.attnum
    join pg_attribute fa on fa.attrelid = k.confrelid and fa.attnum = key.fattnum
  ) as columns,
  exists (
    select from pg_constraint u
    where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey @> k.conkey and u.conkey <@ k.conkey
  ) as "oneToOne"
from pg_constraint k
join pg_class c on c.oid = k.conrelid
join pg_namespace n on n.oid = c.relnamespace
join pg_class fc on fc.oid = k.confrelid
join pg_namespace fn on fn.oid = fc.relnamespace
where k.contype = 'f' and k.conparentid = 0 and ${NOT_SYSTEM}
order by n.nspname, c.relname, k.conname`

const PRIMARY_KEYS = `
select
  json_build_object('schema', n.nspname, 'name', c.relname) as table,
  (
    select json_agg(a.attname order by key.place)
    from unnest(k.conkey) with ordinality as key (attnum, place)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = key.attnum
  ) as columns
from pg_constraint k
join pg_class c on c.oid = k.conrelid
join pg_namespace n on n.oid = c.relnamespace
where k.contype = 'p' and ${NOT_SYSTEM}`
