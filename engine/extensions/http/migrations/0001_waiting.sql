-- Statements wait for what they ask, where until now they were refused. A database that has the stand-in already has its types.
do $do$
begin
  if to_regtype('extensions.http_request') is null then
    create domain extensions.http_method as text;
    create domain extensions.content_type as text check (value ~ '^\S+\/\S+');
    create type extensions.http_header as (field varchar, value varchar);
    create type extensions.http_response as (
      status integer, content_type varchar, headers extensions.http_header[], content varchar
    );
    create type extensions.http_request as (
      method extensions.http_method, uri varchar, headers extensions.http_header[], content_type varchar, content varchar
    );
  end if;
end
$do$;

-- What the engine has answered to statements that wait: they are long over when PostgreSQL has lost it.
create unlogged table engine.http_answers (
  id          uuid primary key,
  answer      jsonb not null,
  answered_at timestamptz not null default now()
);

-- Asks the engine, and waits for what it says, which it does within a second unless it is gone. Nobody answers where it has not
-- begun this transaction, as in psql, or not begun to serve, as while migrations are applied; nor would a transaction that sees
-- one moment only ever see an answer.
create or replace function engine.http_wait(question jsonb) returns jsonb language plpgsql security definer
set search_path = '' set client_min_messages = notice as $$
declare
  way   text := current_setting('engine.questions', true);
  this  uuid := gen_random_uuid();
  until timestamptz := clock_timestamp() + interval '10 seconds';
  said  jsonb;
begin
  if way = 'thread' then
    execute format('copy (select %L) to %L', translate(encode(convert_to(question::text, 'utf8'), 'base64'), E'\n', ''), '/dev/engine');
    return nullif(convert_from(pg_read_binary_file('/dev/engine'), 'utf8'), '')::jsonb;
  elsif way is distinct from 'notice' or current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'A statement cannot wait for an answer of % here', question ->> 'uri' using
      errcode = 'feature_not_supported',
      hint = 'Ask with pg_net: net.http_get and net.http_post go on at once, and the answer comes to net._http_response';
  end if;
  raise notice 'A statement asks' using errcode = 'MS100', detail = jsonb_build_object('id', this, 'question', question);
  loop
    select answer into said from engine.http_answers where id = this;
    exit when found or clock_timestamp() > until;
    perform pg_sleep(0.003);
  end loop;
  return said;
end
$$;

revoke execute on function engine.http_wait from public;

create or replace function extensions.http(request extensions.http_request) returns extensions.http_response language plpgsql
security definer set search_path = '' as $$
declare
  said jsonb := engine.http_wait(to_jsonb(request) || jsonb_build_object(
    'statement', pg_backend_pid() || ' ' || statement_timestamp()));
begin
  if said is null or said ? 'error' then
    raise exception '%', coalesce(said ->> 'error', 'Operation timed out') using
      errcode = 'internal_error',
      hint = 'A statement waits for a second at most: net.http_get and net.http_post of pg_net go on at once';
  end if;
  return (
    said ->> 'status',
    said ->> 'contentType',
    array(select (key, value)::extensions.http_header from jsonb_each_text(said -> 'headers')),
    said ->> 'content'
  )::extensions.http_response;
end
$$;

-- What asks by one method or another, and what else the extension brings.
create or replace function extensions.http_get(uri varchar) returns extensions.http_response language sql as $$
  select extensions.http(('GET', uri, null, null, null)::extensions.http_request)
$$;

create or replace function extensions.http_post(uri varchar, content varchar, content_type varchar) returns extensions.http_response
language sql as $$
  select extensions.http(('POST', uri, null, content_type, content)::extensions.http_request)
$$;

create or replace function extensions.http_put(uri varchar, content varchar, content_type varchar) returns extensions.http_response
language sql as $$
  select extensions.http(('PUT', uri, null, content_type, content)::extensions.http_request)
$$;

create or replace function extensions.http_patch(uri varchar, content varchar, content_type varchar) returns extensions.http_response
language sql as $$
  select extensions.http(('PATCH', uri, null, content_type, content)::extensions.http_request)
$$;

create or replace function extensions.http_delete(uri varchar, content varchar, content_type varchar) returns extensions.http_response
language sql as $$
  select extensions.http(('DELETE', uri, null, content_type, content)::extensions.http_request)
$$;

create or replace function extensions.http_delete(uri varchar) returns extensions.http_response language sql as $$
  select extensions.http(('DELETE', uri, null, null, null)::extensions.http_request)
$$;

create or replace function extensions.http_head(uri varchar) returns extensions.http_response language sql as $$
  select extensions.http(('HEAD', uri, null, null, null)::extensions.http_request)
$$;

create or replace function extensions.http_header(field varchar, value varchar) returns extensions.http_header
language sql immutable as $$
  select field, value
$$;

create or replace function extensions.http_headers(variadic args text[]) returns extensions.http_header[]
language plpgsql immutable strict as $$
begin
  if cardinality(args) % 2 <> 0 then
    raise exception 'Arguments must be provided in key-value pairs';
  end if;
  return array(
    select (args[i], args[i + 1])::extensions.http_header from generate_series(1, cardinality(args), 2) as i
  );
end
$$;

create or replace function extensions.text_to_bytea(data text) returns bytea language sql immutable strict as $$
  select convert_to(data, 'utf8')
$$;

create or replace function extensions.bytea_to_text(data bytea) returns text language sql immutable strict as $$
  select convert_from(data, 'utf8')
$$;

-- Each byte but letters, digits and -._* as %XX, and a space as +.
create or replace function extensions.urlencode(string bytea) returns text language sql immutable strict as $$
  select coalesce(string_agg(
    case
      when chr(byte) ~ '^[A-Za-z0-9._*-]$' then chr(byte)
      when byte = 32 then '+'
      else '%' || upper(lpad(to_hex(byte), 2, '0'))
    end, '' order by place), '')
  from (select get_byte(string, place), place from generate_series(0, length(string) - 1) as place) as bytes (byte, place)
$$;

create or replace function extensions.urlencode(string varchar) returns text language sql immutable strict as $$
  select extensions.urlencode(convert_to(string, 'utf8'))
$$;

create or replace function extensions.urlencode(data jsonb) returns text language sql immutable strict as $$
  select coalesce(string_agg(
    extensions.urlencode(key::varchar) || '=' || extensions.urlencode(coalesce(value, '')::varchar), '&'), '')
  from jsonb_each_text(data)
$$;

create or replace function extensions.http_get(uri varchar, data jsonb) returns extensions.http_response language sql as $$
  select extensions.http_get((uri || '?' || extensions.urlencode(data))::varchar)
$$;

create or replace function extensions.http_post(uri varchar, data jsonb) returns extensions.http_response language sql as $$
  select extensions.http_post(uri, extensions.urlencode(data)::varchar, 'application/x-www-form-urlencoded')
$$;

-- How the extension would ask: remembered by nobody.
create or replace function extensions.http_set_curlopt(curlopt varchar, value varchar) returns boolean language sql as 'select true';
create or replace function extensions.http_reset_curlopt() returns boolean language sql as 'select true';
create or replace function extensions.http_list_curlopt() returns table (curlopt text, value text) language sql
  as 'select null::text, null::text where false';

-- Anybody may call them, whatever the project says of new functions.
do $$
declare
  routine regprocedure;
begin
  for routine in
    select oid from pg_proc
    where pronamespace = 'extensions'::regnamespace
      and (proname ~ '^http(_|$)' or proname in ('urlencode', 'text_to_bytea', 'bytea_to_text'))
  loop
    execute format('grant execute on function %s to public', routine);
  end loop;
end
$$;
