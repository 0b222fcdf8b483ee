-- Changes of rows for the Realtime service: docs/decisions/0013. A trigger reports the changed row by NOTIFY, so that
-- every process hears of it after the commit, in the order of commits, and never after a rollback. The content of the
-- row is read by each subscriber under their own row policies.

-- The publication whose tables are watched, the same as on hosted projects. Their migrations say alter publication
-- supabase_realtime add table public.clients;
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

-- Arguments: whether the replica identity is 'full' or the 'key', and the columns of the primary key.
create function engine.tell_row_change() returns trigger language plpgsql as $$
declare
  keys text[] := tg_argv[1:];
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  change jsonb := jsonb_build_object(
    'table', tg_relid::text,
    'type', tg_op,
    'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'key', (select jsonb_object_agg(name, is_now -> name) from unnest(keys) as name),
    'old', (select jsonb_object_agg(name, was -> name) from unnest(keys) as name)
  );
begin
  -- A notification has fewer than 8000 bytes. Where the old row does not fit, its key must do.
  if tg_argv[0] = 'full' and was is not null and octet_length((change || jsonb_build_object('old', was))::text) < 8000 then
    change := change || jsonb_build_object('old', was);
  end if;
  if octet_length(change::text) < 8000 then
    perform pg_notify('engine_row_change', change::text);
  end if;
  return null;
end
$$;

-- Puts the trigger on the published tables and removes it from all others. A table whose publication has a row filter
-- is left out: rows that the filter hides must not be reported.
create function engine.follow_publication() returns void
language plpgsql security definer set search_path = '' as $$
declare
  step record;
begin
  -- Two processes that start together take turns; the number is the same in every version.
  perform pg_advisory_xact_lock(7236452);
  for step in
    with wanted as (
      select pg_class.oid::regclass as relation,
             array[case when relreplident = 'f' then 'full' else 'key' end] || array(
               select attname::text
               from pg_index
               join pg_attribute on attrelid = indrelid and attnum = any (indkey)
               where indrelid = pg_class.oid and indisprimary
               order by array_position(indkey, attnum)
             ) as arguments
      from pg_publication_tables
      join pg_class on pg_class.oid = format('%I.%I', schemaname, tablename)::regclass
      where pubname = 'supabase_realtime' and rowfilter is null and relkind = 'r'
    ), present as (
      select tgrelid::regclass as relation, tgargs from pg_trigger where tgname = 'engine_row_change'
    )
    select relation, present.relation is not null as has_one, arguments
    from wanted full join present using (relation)
    where tgargs is distinct from (
      select string_agg(convert_to(argument, 'UTF8') || '\x00'::bytea, ''::bytea order by position)
      from unnest(arguments) with ordinality as listed (argument, position)
    )
  loop
    if step.has_one then
      execute format('drop trigger engine_row_change on %s', step.relation);
    end if;
    if step.arguments is not null then
      execute format(
        'create trigger engine_row_change after insert or update or delete on %s'
          ' for each row execute function engine.tell_row_change(%s)',
        step.relation,
        (select string_agg(quote_literal(argument), ', ') from unnest(step.arguments) as argument)
      );
    end if;
  end loop;
end
$$;

create function engine.follow_publication_change() returns event_trigger language plpgsql as $$
begin
  perform engine.follow_publication();
end
$$;

do $$
begin
  create event trigger engine_publication_change on ddl_command_end
    when tag in ('CREATE PUBLICATION', 'ALTER PUBLICATION', 'DROP PUBLICATION', 'CREATE TABLE', 'ALTER TABLE')
    execute function engine.follow_publication_change();
exception when insufficient_privilege then
  raise notice 'Without the right to create event triggers, a change of the publication takes a restart to be noticed.';
end
$$;

-- Finds out which rows each of several callers may see by running a query as each of them, so that their row policies
-- decide. `question` is a query for the numbers of those rows: $1 are the keys, $2 the numbers that the caller asks
-- about. It is prepared once for each role, as that role. What a caller's policies set or break is rolled back before
-- the next caller: MS001 ends an attempt.
create function engine.seen_by_each(question text, keys jsonb, callers jsonb)
returns table (n int, seen int[], failure text, words text) language plpgsql as $$
declare
  caller record;
  prepared text;
begin
  -- Planned for each caller anew, it would take longer than it runs.
  perform set_config('plan_cache_mode', 'force_generic_plan', true);
  for caller in
    select position::int, asking ->> 'role' as role, asking ->> 'claims' as claims,
           (asking ->> 'session')::uuid as session, asking ->> 'numbers' as numbers
    from jsonb_array_elements(callers) with ordinality as listed (asking, position)
  loop
    n := caller.position;
    seen := null;
    failure := null;
    words := null;
    begin
      if caller.session is not null then
        perform engine.require_session(caller.session);
      end if;
      perform engine.require_role(caller.role);
      perform set_config('request.jwt.claims', caller.claims, true), set_config('role', caller.role, true);
      prepared := 'engine_seen_' || md5(caller.role || ' ' || question);
      if not exists (select from pg_catalog.pg_prepared_statements where name = prepared) then
        execute format('prepare %I (jsonb, int[]) as %s', prepared, question);
      end if;
      execute format('execute %I (%L, %L)', prepared, keys, caller.numbers) into seen;
      raise exception using errcode = 'MS001';
    exception
      when sqlstate 'MS001' then
        null;
      when others then
        get stacked diagnostics failure = returned_sqlstate, words = message_text;
    end;
    return next;
  end loop;
end
$$;
-- Only the engine may call it, because it can run as any caller.
revoke all on function engine.seen_by_each from public;
