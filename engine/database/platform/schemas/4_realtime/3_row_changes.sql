-- Changes of rows for the Realtime service: docs/decisions/0013. A trigger reports the changed row by NOTIFY, so that
-- every process hears of it after the commit, in the order of commits, and never after a rollback. Each process decides
-- for each subscriber by their row policies whether they may see the row as the change left it (docs/decisions/0070).

-- The publication whose tables are watched, the same as on hosted projects. Their migrations say alter publication
-- supabase_realtime add table public.clients;
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

-- The channel of the notifications. They hold whole rows, and anyone with a connection to the database may LISTEN and
-- NOTIFY, so that only the engine may know its name.
create table engine.row_change_channel (
  only_one boolean primary key default true check (only_one),
  name     text not null default 'engine_row_change_' || replace(gen_random_uuid()::text, '-', '')
);
insert into engine.row_change_channel default values;
revoke all on engine.row_change_channel from public;

create sequence engine.row_change_number;
revoke all on sequence engine.row_change_number from public;

-- Arguments: whether the replica identity is 'full' or the 'key', and the columns of the primary key.
--
-- A notification has fewer than 8000 bytes, so a change is sent in pieces of 1900 characters of at most four bytes. Each
-- begins with the number of the change, without which Postgres would deliver two equal notifications of a transaction
-- only once. A change of more than a megabyte is sent with its small values only, as on hosted projects. Values are
-- written as for every session the same.
create function engine.tell_row_change() returns trigger language plpgsql security definer
set search_path = '' set timezone = 'UTC' set datestyle = 'ISO' set intervalstyle = 'postgres'
set bytea_output = 'hex' set extra_float_digits = 1 as $$
declare
  largest constant int := 1048576;
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  change jsonb;
  rest text;
  head text := nextval('engine.row_change_number')::text;
  channel text := (select name from engine.row_change_channel);
  pieces int;
begin
  if tg_argv[0] <> 'full' then
    was := (select jsonb_object_agg(name, was -> name) from unnest(tg_argv[1:]) as name where was is not null);
  end if;
  change := jsonb_build_object(
    'table', tg_relid::text,
    'type', tg_op,
    'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'row', is_now,
    'old', was
  );
  if octet_length(change::text) > largest then
    change := change || jsonb_build_object(
      'isTooLarge', true,
      'row', (select jsonb_object_agg(key, value) from jsonb_each(is_now) where octet_length(value::text) <= 64),
      'old', (select jsonb_object_agg(key, value) from jsonb_each(was) where octet_length(value::text) <= 64)
    );
  end if;
  rest := change::text;
  pieces := ceil(length(rest) / 1900.0);
  for piece in 1..pieces loop
    perform pg_notify(channel, head || ' ' || piece || '/' || pieces || ' ' || left(rest, 1900));
    rest := substr(rest, 1901);
  end loop;
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

-- Finds out which rows each of several callers may see by running a query as each of them. `question` is a query for
-- the numbers of those rows, with their row policies: $1 are the rows, $2 the numbers that the caller asks about. It is prepared once for each role, as that role. What a caller's policies set or break is rolled back before
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
