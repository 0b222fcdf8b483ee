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
    grant usage on schema auth, storage, realtime, extensions to postgres;
    grant all on all tables in schema auth, storage, realtime, public to postgres;
    grant all on all sequences in schema auth, storage, realtime, public to postgres;
    grant execute on all functions in schema auth, storage, realtime, public to postgres;
  end if;
end
$$;
