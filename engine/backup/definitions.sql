-- The definition of each table and of each standalone sequence, in an order in which they can be created: those that
-- were created at run time come into another database this way. search_path is pg_catalog, so that every name has its
-- schema.
with recursive
  levels as (
    select oid, 0 as level from pg_class where relkind in ('r', 'p')
    union
    select inhrelid, level + 1 from levels join pg_inherits on inhparent = levels.oid
  ),
  relations as (
    select
      pg_class.*, nspname, format('%I.%I', nspname, relname) as full_name,
      (select max(level) from levels where levels.oid = pg_class.oid) as level,
      case when relpersistence = 'u' then ' unlogged' else '' end as unlogged,
      case when reloptions is null then '' else format(' with (%s)', array_to_string(reloptions, ', ')) end as options
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'S') and OURS
  ),
  -- A sequence belongs to an identity column (i), to a serial column (a), or to nobody.
  sequences as (
    select
      relations.*, pg_depend.deptype as owned_by, refobjid, refobjsubid,
      format(
        ' start with %s increment by %s minvalue %s maxvalue %s cache %s%s', seqstart, seqincrement, seqmin, seqmax, seqcache,
        case when seqcycle then ' cycle' else '' end
      ) as counting,
      format_type(seqtypid, null) as type
    from relations
    join pg_sequence on seqrelid = relations.oid
    left join pg_depend
      on classid = 'pg_class'::regclass and objid = relations.oid and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')
  )

select
  nspname as schema,
  relname as name,
  null as "partitionOf",
  null as bound,
  format('create%s sequence %s as %s%s', unlogged, full_name, type, counting) as "create",
  array[]::text[] as parts,
  array_remove(array[
    case when relowner <> current_user::regrole then format('alter sequence %s owner to %s', full_name, relowner::regrole) end,
    case when owned_by is not null then
      format(
        'alter sequence %s owned by %s.%I', full_name, refobjid::regclass,
        (select attname from pg_attribute where attrelid = refobjid and attnum = refobjsubid)
      )
    end
  ], null) || array(
    select format('grant %s on sequence %s to %s%s', privilege_type, full_name,
      case grantee when 0 then 'public' else grantee::regrole::text end, case when is_grantable then ' with grant option' else '' end)
    from aclexplode(relacl)
    where grantee <> relowner
    order by 1
  ) as "references",
  -1 as place
from sequences
where owned_by is distinct from 'i'

union all
select
  nspname,
  relname,
  case when relispartition then parents.names[1] end,
  case when relispartition then pg_get_expr(relpartbound, relations.oid) end,
  format('create%s table %s', unlogged, full_name)
    || case when relispartition then format(' partition of %s %s', parents.names[1], pg_get_expr(relpartbound, relations.oid))
       else format(' (%s)', columns.definitions) || coalesce(' inherits (' || array_to_string(parents.names, ', ') || ')', '') end
    || case when relkind = 'p' then ' partition by ' || pg_get_partkeydef(relations.oid) else '' end
    || options,
  array(
    select format('alter table %s add constraint %I %s', full_name, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint
    where conrelid = relations.oid and conislocal and conparentid = 0 and contype in ('p', 'u', 'x', 'c')
    order by contype = 'c', conname
  ) || array(
    select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
    from pg_index
    where indrelid = relations.oid
      and not exists (select from pg_constraint where conindid = indexrelid and conrelid = relations.oid)
      and not exists (select from pg_inherits where inhrelid = indexrelid)
    order by indexrelid::regclass::text
  ) || array_remove(array[
    case when relrowsecurity then format('alter table %s enable row level security', full_name) end,
    case when relforcerowsecurity then format('alter table %s force row level security', full_name) end,
    case relreplident
      when 'f' then format('alter table %s replica identity full', full_name)
      when 'n' then format('alter table %s replica identity nothing', full_name)
      when 'i' then (
        select format('alter table %s replica identity using index %I', full_name, pg_class.relname)
        from pg_index join pg_class on pg_class.oid = indexrelid
        where indrelid = relations.oid and indisreplident
      )
    end
  ], null) || array(
    select case objsubid
      when 0 then format('comment on table %s is %L', full_name, description)
      else format('comment on column %s.%I is %L', full_name, attname, description)
    end
    from pg_description
    left join pg_attribute on attrelid = objoid and attnum = objsubid
    where classoid = 'pg_class'::regclass and objoid = relations.oid
    order by objsubid
  ) || array_remove(array[
    case when relowner <> current_user::regrole then format('alter table %s owner to %s', full_name, relowner::regrole) end
  ], null),
  array(
    select format('alter table %s add constraint %I %s', full_name, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint
    where conrelid = relations.oid and conparentid = 0 and contype = 'f'
    order by conname
  ) || array(
    select format('create policy %I on %s as %s for %s to %s', polname, full_name,
        case when polpermissive then 'permissive' else 'restrictive' end,
        case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
        (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', ') from unnest(polroles) as role))
      || coalesce(format(' using (%s)', pg_get_expr(polqual, polrelid)), '')
      || coalesce(format(' with check (%s)', pg_get_expr(polwithcheck, polrelid)), '')
    from pg_policy
    where polrelid = relations.oid
    order by polname
  ) || array(
    select pg_get_ruledef(oid) from pg_rewrite where ev_class = relations.oid order by rulename
  ) || array(
    select pg_get_triggerdef(oid) from pg_trigger where tgrelid = relations.oid and not tgisinternal and tgparentid = 0 order by tgname
  ) || array(
    select format('alter table only %s %s trigger %I', full_name,
      case tgenabled when 'D' then 'disable' when 'R' then 'enable replica' else 'enable always' end, tgname)
    from pg_trigger
    where tgrelid = relations.oid and not tgisinternal and tgenabled <> 'O'
    order by tgname
  ) || array(
    select format('grant %s on %s to %s%s', privilege_type, full_name,
      case grantee when 0 then 'public' else grantee::regrole::text end, case when is_grantable then ' with grant option' else '' end)
    from aclexplode(relacl)
    where grantee <> relowner
    order by 1
  ) || array(
    select format('grant %s (%I) on %s to %s%s', privilege_type, attname, full_name,
      case grantee when 0 then 'public' else grantee::regrole::text end, case when is_grantable then ' with grant option' else '' end)
    from pg_attribute, aclexplode(attacl)
    where attrelid = relations.oid and attacl is not null
    order by 1
  ),
  level
from relations
cross join lateral (
  select string_agg(
    format('%I %s', attname, format_type(atttypid, atttypmod))
      || case when attcollation <> typcollation then format(' collate %s', attcollation::regcollation) else '' end
      || case
        when attidentity <> '' then (
          select format(' generated %s as identity (sequence name %s%s)',
            case attidentity when 'a' then 'always' else 'by default' end, sequences.full_name, counting)
          from sequences
          where refobjid = attrelid and refobjsubid = attnum and owned_by = 'i'
        )
        when attgenerated <> '' then
          format(' generated always as (%s) %s', pg_get_expr(adbin, adrelid), case attgenerated when 'v' then 'virtual' else 'stored' end)
        when adbin is not null then ' default ' || pg_get_expr(adbin, adrelid)
        else ''
      end
      || case when attnotnull then ' not null' else '' end,
    ', ' order by attnum
  ) as definitions
  from pg_attribute
  join pg_type on pg_type.oid = atttypid
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = relations.oid and attnum > 0 and not attisdropped and attislocal
) as columns
cross join lateral (
  select array_agg(inhparent::regclass::text order by inhseqno) as names from pg_inherits where inhrelid = relations.oid
) as parents
where relkind in ('r', 'p')
order by place, schema, name
