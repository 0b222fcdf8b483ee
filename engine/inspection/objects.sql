-- Every object that defines a database, one in each row, independent of how it was created: its kind, name and
-- definition. Grants are sorted, since their order shows only when each was given.
with recursive
  schemas as (
    select oid, nspname, nspowner, nspacl
    from pg_namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'
  ),
  relations as (
    select pg_class.*, schemas.nspname || '.' || pg_class.relname as name
    from pg_class
    join schemas on schemas.oid = pg_class.relnamespace
  )

select
  'schema' as kind,
  nspname::text as name,
  concat_ws(' ', nspowner::regrole, array(select unnest(nspacl)::text order by 1)) as definition
from schemas

union all
select
  'relation',
  name,
  concat_ws(
    ' ', relkind, relpersistence, relowner::regrole, reloptions, 'row security', relrowsecurity, relforcerowsecurity,
    'replica identity', relreplident, array(select unnest(relacl)::text order by 1),
    case when relkind in ('v', 'm') then pg_get_viewdef(oid) end
  )
from relations
where relkind in ('r', 'p', 'v', 'm', 'f', 'S')

union all
select
  'column',
  relations.name || '.' || attname,
  concat_ws(
    ' ', 'no.', row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end, attidentity, attgenerated, pg_get_expr(adbin, adrelid),
    nullif(attcollation, 0)::regcollation, array(select unnest(attacl)::text order by 1)
  )
from pg_attribute
join relations on relations.oid = attrelid and relkind in ('r', 'p', 'v', 'm', 'f')
left join pg_attrdef on adrelid = attrelid and adnum = attnum
where attnum > 0 and not attisdropped

union all
select 'constraint', concat_ws(' ', relations.name, conname), pg_get_constraintdef(pg_constraint.oid)
from pg_constraint
join schemas on schemas.oid = connamespace
left join relations on relations.oid = conrelid
-- The column already says that it is not null; PostgreSQL 18 has a constraint for it as well.
where contype <> 'n'

union all
select 'index', name, pg_get_indexdef(oid) from relations where relkind in ('i', 'I')

union all
select
  'function',
  pg_proc.oid::regprocedure::text,
  concat_ws(' ', pg_get_functiondef(pg_proc.oid), proowner::regrole, array(select unnest(proacl)::text order by 1))
from pg_proc
join schemas on schemas.oid = pronamespace
where prokind in ('f', 'p')

union all
select 'trigger', relations.name || ' ' || tgname, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
from pg_trigger
join relations on relations.oid = tgrelid
where not tgisinternal

union all
select 'event trigger', evtname::text, concat_ws(' ', evtevent, evtfoid::regprocedure, evtenabled, evttags)
from pg_event_trigger

union all
select
  'policy',
  concat_ws(' ', schemaname || '.' || tablename, policyname),
  concat_ws(' ', permissive, cmd, roles, 'using', qual, 'with check', with_check)
from pg_policies

union all
select
  'publication',
  pubname::text,
  concat_ws(
    ' ', puballtables, pubinsert, pubupdate, pubdelete, pubtruncate,
    array(
      select concat_ws(' ', schemaname, tablename, attnames, rowfilter)
      from pg_publication_tables
      where pg_publication_tables.pubname = pg_publication.pubname
      order by 1
    )
  )
from pg_publication

union all
select
  'type',
  pg_type.oid::regtype::text,
  concat_ws(
    ' ', typtype, format_type(nullif(typbasetype, 0), typtypmod), case when typnotnull then 'not null' end, typdefault,
    array(select enumlabel from pg_enum where enumtypid = pg_type.oid order by enumsortorder),
    array(select unnest(typacl)::text order by 1)
  )
from pg_type
join schemas on schemas.oid = typnamespace
where typtype in ('e', 'd', 'r')

union all
select 'extension', extname::text, extnamespace::regnamespace::text from pg_extension

union all
select
  'default grants',
  concat_ws(' ', defaclrole::regrole, nullif(defaclnamespace, 0)::regnamespace, defaclobjtype),
  array(select unnest(defaclacl)::text order by 1)::text
from pg_default_acl

union all
select 'comment', concat_ws(' ', object.type, object.identity), description
from pg_description, pg_identify_object(classoid, objoid, objsubid) as object
where object.schema is null or object.schema in (select nspname from schemas)
