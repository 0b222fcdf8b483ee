-- What the engine has answered to statements that wait: they are long over when PostgreSQL has lost it.
create unlogged table engine.http_answers (
  id          uuid primary key,
  answer      jsonb not null,
  answered_at timestamptz not null default now()
);

-- Asks the engine, and waits for what it says, which it does within a second unless it is gone. Nobody answers where it has not
-- begun this transaction, as in psql, or not begun to serve, as while migrations are applied; nor would a transaction that sees
-- one moment only ever see an answer.
create function engine.http_wait(question jsonb) returns jsonb language plpgsql security definer
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

create function extensions.http(request extensions.http_request) returns extensions.http_response language plpgsql
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
