-- No API role may read any of these tables: row security is on everywhere without a policy, so only the owner (the
-- engine) and roles that bypass row security get past it.
do $$
declare
  t regclass;
begin
  for t in select c.oid from pg_class c where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' loop
    execute format('alter table %s enable row level security', t);
    execute format('revoke all on table %s from public, anon, authenticated, service_role', t);
    execute format('grant all on table %s to supabase_auth_admin', t);
  end loop;
end
$$;
