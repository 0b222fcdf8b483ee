import type { Transaction } from '../../database/database.ts'
import { baseTypeOf } from './base-type.ts'
import { type Column, keyOf, type Table } from './schema.ts'

type TableRow = {
  oid: string
  schema: string
  name: string
  is_view: boolean
  columns: Column[] | null
  primary_key: string[] | null
}

/** Tables and views of the schemas, partitions left out: they are reached through their table. */
export async function loadTables(tx: Transaction, schemas: readonly string[]): Promise<Map<string, Table>> {
  const rows = await tx.query<TableRow>(TABLES, [schemas])
  return new Map(
    rows.map(({ schema, name, is_view, columns, primary_key }) => [
      keyOf(schema, name),
      {
        schema,
        name,
        isView: is_view,
        columns: new Map((columns ?? []).map((column) => [column.name, column])),
        primaryKey: primary_key ?? [],
      },
    ]),
  )
}

const TABLES = `
select
  n.nspname as schema,
  c.relname as name,
  c.relkind in ('v', 'm') as is_view,
  (
    select json_agg(json_build_object(
      'name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod),
      'baseType', format_type(${baseTypeOf('t')}, null),
      'defaultValue', case
        when a.attidentity <> '' then
          format('nextval(%L)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
        when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
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
