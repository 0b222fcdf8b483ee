-- Functions of the exposed schema that one of the roles ($1) may call, with their arguments and results; the result is
-- a list of columns where a function returns a table.
select
  proname as name,
  (
    select coalesce(json_agg(
      json_build_object('name', arg.name, 'type', format_type(arg.type, null), 'isOptional', at > pronargs - pronargdefaults)
      order by at
    ), '[]')
    from unnest(proargnames[:pronargs], proargtypes::oid[]) with ordinality as arg (name, type, at)
  ) as args,
  format_type(prorettype, null) as returns,
  proretset as "returnsMany",
  (
    select coalesce(json_agg(json_build_object('name', out.name, 'type', format_type(out.type, null)) order by at), '[]')
    from unnest(proargnames, proallargtypes, proargmodes) with ordinality as out (name, type, mode, at)
    where mode = 't'
  ) as columns
from pg_proc
where pronamespace = 'public'::regnamespace
  and prokind = 'f'
  and prorettype <> 'trigger'::regtype
  and exists (select from unnest($1::text[]) as role where has_function_privilege(role, oid, 'execute'))
order by proname
