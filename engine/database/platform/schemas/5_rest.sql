-- Tells the REST service to read the schema again after a change. A role that may not create event triggers, as on some
-- hosted PostgreSQL, works without it: the engine reads the schema at its start and after `NOTIFY pgrst`.
create function engine.notify_schema_change() returns event_trigger language plpgsql as $$
begin
  if exists (
    select from pg_event_trigger_ddl_commands()
    where command_tag in (
      'CREATE SCHEMA', 'ALTER SCHEMA',
      'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
      'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE',
      'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW',
      'CREATE FUNCTION', 'ALTER FUNCTION',
      'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN',
      'CREATE TRIGGER', 'CREATE RULE', 'COMMENT'
    ) and schema_name is distinct from 'pg_temp'
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create function engine.notify_schema_drop() returns event_trigger language plpgsql as $$
begin
  if exists (
    select from pg_event_trigger_dropped_objects()
    where object_type in (
      'schema', 'table', 'table column', 'foreign table', 'view', 'materialized view', 'function', 'type', 'trigger',
      'rule', 'table constraint'
    ) and not is_temporary
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

do $$
begin
  create event trigger engine_schema_change on ddl_command_end execute function engine.notify_schema_change();
  create event trigger engine_schema_drop on sql_drop execute function engine.notify_schema_drop();
exception when insufficient_privilege then
  raise notice 'Without the right to create event triggers, changes of the schema take "NOTIFY pgrst" to be noticed.';
end
$$;
