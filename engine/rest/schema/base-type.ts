/**
 * SQL for the base type of a domain, which may be defined on another domain; any other type is its own. `type` is the
 * alias of `pg_type` in the query.
 */
export const baseTypeOf = (type: string) => `
case when ${type}.typtype = 'd' then (
  with recursive beneath as (
    select ${type}.typbasetype as oid
    union all
    select d.typbasetype from beneath join pg_type d on d.oid = beneath.oid where d.typtype = 'd'
  )
  select beneath.oid from beneath join pg_type b on b.oid = beneath.oid where b.typtype <> 'd'
) else ${type}.oid end`
