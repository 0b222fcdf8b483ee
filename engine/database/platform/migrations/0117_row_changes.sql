-- Each change is told with the row as the change left it: docs/decisions/0070.

-- The channel of the notifications. They hold whole rows, and anyone with a connection to the database may LISTEN and
-- NOTIFY, so that only the engine may know its name.
create table if not exists engine.row_change_channel (
  only_one boolean primary key default true check (only_one),
  name     text not null default 'engine_row_change_' || replace(gen_random_uuid()::text, '-', '')
);
insert into engine.row_change_channel default values on conflict do nothing;
revoke all on engine.row_change_channel from public;

create sequence if not exists engine.row_change_number;
revoke all on sequence engine.row_change_number from public;

-- Arguments: whether the replica identity is 'full' or the 'key', and the columns of the primary key.
--
-- A notification has fewer than 8000 bytes, so a change is sent in pieces of 1900 characters of at most four bytes. Each
-- begins with the number of the change, without which Postgres would deliver two equal notifications of a transaction
-- only once. A change of more than a megabyte is sent with its small values only, as on hosted projects. Values are
-- written as for every session the same.
create or replace function engine.tell_row_change() returns trigger language plpgsql security definer
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
