import type { Transaction } from '../../database/database.ts'
import { baseTypeOf } from './base-type.ts'
import { type Column, keyOf, type Table } from './schema-types.ts'

type TableRow = {
  oid: string
  schema: string
  name: string
  is_view: boolean
  description: string | null
  events: number
  columns: Column[] | null
  primary_key: string[] | null
}

/** Loads the tables and views of the schemas, without partitions, which are reached through their table. */
export async function loadTables(tx: Transaction, schemas: readonly string[]): Promise<Map<string, Table>> {
  const rows = await tx.query<TableRow>(TABLES, [schemas])
  return new Map(
    rows.map(({ schema, name, is_view, description, events, columns, primary_key }) => [
      keyOf(schema, name),
      {
        schema,
        name,
        isView: is_view,
        description,
        insertable: (events & INSERT) !== 0,
        updatable: (events & UPDATE) !== 0,
        deletable: (events & DELETE) !== 0,
        columns: new Map((columns ?? []).map((column) => [column.name, column])),
        primaryKey: primary_key ?? [],
      },
    ]),
  )
}

// Bits of pg_relation_is_updatable.
const UPDATE = 4
const INSERT = 8
const DELETE = 16

const TABLES = `
select
  n.nspname as schema,
  c.relname as name,
  c.relkind in ('v', 'm') as is_view,
  obj_description(c.oid, 'pg_class') as description,
  pg_relation_is_updatable(c.oid, true) as events,
  (
    select json_agg(json_build_object(
      'name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod),
      'baseType', format_type(${baseTypeOf('t')}, null),
      'defaultValue', case
        when a.attidentity <> '' then (
          select format('nextval(%L)', s.objid::regclass)
          from pg_depend s
          where s.classid = 'pg_class'::regclass and s.deptype = 'i'
            and s.refclassid = 'pg_class'::regclass and s.refobjid = a.attrelid and s.refobjsubid = a.attnum
        )
        when d.adbin is null then pg_get_expr(t.typdefaultbin, 0)
        when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
      end,
      'nullable', not (a.attnotnull or t.typnotnull),
      'description', col_description(c.oid, a.attnum),
      'values', (select coalesce(json_agg(e.enumlabel order by e.enumsortorder), '[]') from pg_enum e where e.enumtypid = t.oid),
      'maxLength', case
        when t.typname in ('varchar', 'bpchar') and a.atttypmod > 4 then a.atttypmod - 4
        when t.typbasetype in ('varchar'::regtype, 'bpchar'::regtype) and t.typtypmod > 4 then t.typtypmod - 4
      end
    ) order by a.attnum)
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ) as columns,
  (
    select json_agg(a.attname order by key.place)
    from pg_constraint k, unnest(k.conkey) with ordinality as key (attnum, place), pg_attribute a
    where k.conrelid = c.oid and k.contype = 'p' and a.attrelid = c.oid and a.attnum = key.attnum
  ) as primary_key
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition and n.nspname = any ($1)
order by n.nspname, c.relname`
