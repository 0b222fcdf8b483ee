/**
 * SQL for the type beneath a domain, which may stand on another domain; any other type is its own. `type` is what the
 * query calls its row of `pg_type`.
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
