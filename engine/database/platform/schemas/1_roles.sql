-- The roles that every Supabase project finds in its database.
-- Roles belong to the whole PostgreSQL server, so they may exist already.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon',                   'nologin noinherit'),
      ('authenticated',          'nologin noinherit'),
      ('service_role',           'nologin noinherit bypassrls'),
      ('supabase_auth_admin',    'nologin noinherit createrole'),
      ('supabase_storage_admin', 'nologin noinherit createrole'),
      ('supabase_realtime_admin','nologin noinherit'),
      ('authenticator',          'nologin noinherit'),
      -- Roles that migrations of hosted projects name. They may do nothing that they are not granted.
      ('supabase_admin',          'nologin noinherit'),
      ('dashboard_user',          'nologin noinherit'),
      ('supabase_read_only_user', 'nologin noinherit'),
      ('supabase_functions_admin','nologin noinherit'),
      ('supabase_replication_admin','nologin noinherit'),
      ('supabase_etl_admin',      'nologin noinherit'),
      ('supabase_privileged_role','nologin noinherit'),
      ('pgbouncer',               'nologin noinherit')
    ) as roles (name, attributes)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.attributes);
    end if;
  end loop;
end
$$;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to current_user;
-- A migration may set default privileges of these. On hosted, supabase_admin connects itself.
do $$
declare
  held text;
begin
  foreach held in array array['supabase_admin', 'dashboard_user'] loop
    if held <> current_user then
      execute format('grant %I to current_user', held);
    end if;
  end loop;
end
$$;

-- Migrations of hosted projects run there as postgres, and name it in grants and default privileges. Where another user
-- connects, the role may own what a migration gives it, and its functions reach what that user has made.
do $$
begin
  if current_user = 'postgres' then
    return;
  end if;
  if not exists (select from pg_roles where rolname = 'postgres') then
    create role postgres nologin noinherit bypassrls;
    grant postgres to current_user;
  end if;
  if not exists (select from pg_roles where rolname = 'postgres' and rolsuper) then
    grant usage, create on schema public to postgres;
    alter default privileges grant usage on schemas to postgres;
    alter default privileges grant all on tables to postgres;
    alter default privileges grant all on sequences to postgres;
    alter default privileges grant execute on functions to postgres;
  end if;
end
$$;

-- The timeouts of the hosted service: 3 s for a visitor's statement, 8 s for a signed-in user's.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;

grant usage on schema public to anon, authenticated, service_role;
-- New tables are open to the API roles, as on the hosted service: migrations revoke and then grant narrowly.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;

-- Functions that a project uses as hooks of the auth service run as the role that the project grants them to.
grant supabase_auth_admin to current_user;
grant usage on schema public to supabase_auth_admin;

-- A token may name any role, and the engine can become any role. Roles that were not granted to authenticator are
-- refused, as on the hosted service: otherwise a token with the role of a superuser would be one. The role none is in
-- no list of roles, and setting it returns to the role that connected: the engine's, often a superuser.
create function engine.require_role(wanted text) returns void language plpgsql stable as $$
begin
  if wanted = 'none'
     or exists (select from pg_roles where rolname = wanted) and not pg_has_role('authenticator', wanted, 'member') then
    raise exception 'permission denied to set role "%"', wanted using errcode = 'insufficient_privilege';
  end if;
end
$$;
