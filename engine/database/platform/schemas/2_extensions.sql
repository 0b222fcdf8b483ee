-- The extensions that every Supabase project has, as far as the server offers them.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['pgcrypto', 'uuid-ossp'] loop
    if exists (select from pg_available_extensions where name = wanted) then
      execute format('create extension if not exists %I with schema extensions', wanted);
    end if;
  end loop;
  -- It counts only where the server was started with it.
  if current_setting('shared_preload_libraries') ~ '\mpg_stat_statements\M' then
    create extension if not exists pg_stat_statements with schema extensions;
  end if;
exception when insufficient_privilege then
  raise warning 'Extensions were not installed: %', sqlerrm;
end
$$;
