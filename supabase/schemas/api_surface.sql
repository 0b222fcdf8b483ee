-- Lists what the API exposes, for the test that every exposed table and function has a decision on who may use it.
create function public.api_surface() returns table (kind text, name text, guarded boolean)
language sql stable set search_path = '' as $$
  -- A table is guarded by row security, a view by running as its caller.
  select 'table', relname::text,
         relrowsecurity or coalesce('security_invoker=true' = any (reloptions), false)
  from pg_catalog.pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
  union all
  select 'function', proname::text,
         not has_function_privilege('anon', oid, 'execute')
         and not has_function_privilege('authenticated', oid, 'execute')
  from pg_catalog.pg_proc
  where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
$$;
revoke execute on function public.api_surface from public, anon, authenticated;
grant execute on function public.api_surface to service_role;
