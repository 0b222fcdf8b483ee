-- Schema for asynchronous HTTP requests: a statement queues one, and the engine makes it after the commit.
create schema net;

create domain net.http_method as text check (value ilike 'get' or value ilike 'post' or value ilike 'delete');

-- Unlogged like the extension's tables: neither requests nor responses survive a crash.
create unlogged table net.http_request_queue (
  id                   bigserial,
  method               net.http_method not null,
  url                  text not null,
  headers              jsonb,
  body                 bytea,
  timeout_milliseconds integer not null
);

create unlogged table net._http_response (
  id           bigint,
  status_code  integer,
  content_type text,
  headers      jsonb,
  content      text,
  timed_out    boolean,
  error_msg    text,
  created      timestamptz not null default now()
);
create index _http_response_created_idx on net._http_response (created);
create index _http_response_id_idx on net._http_response (id);

-- Notifies the servers after the commit, so that one of them makes the request.
create function net.wake() returns void language sql set search_path = '' as $$
  select pg_notify('engine_net', '')
$$;

create function net._wake() returns trigger language plpgsql set search_path = '' as $$
begin
  perform net.wake();
  return null;
end
$$;
create trigger wake after insert on net.http_request_queue for each statement execute function net._wake();

create function net._urlencode_string(string varchar) returns text language sql immutable strict set search_path = '' as $$
  select coalesce(string_agg(
    case
      when letter ~ '^[A-Za-z0-9._~-]$' then letter
      else regexp_replace(upper(encode(convert_to(letter, 'utf8'), 'hex')), '(..)', '%\1', 'g')
    end, '' order by place), '')
  from regexp_split_to_table(string, '') with ordinality as letters (letter, place)
$$;

create function net._encode_url_with_params_array(url text, params_array text[]) returns text
language sql immutable strict set search_path = '' as $$
  select case
    when cardinality(params_array) = 0 then url
    else split_part(url, '#', 1)
      || case when strpos(split_part(url, '#', 1), '?') > 0 then '&' else '?' end
      || array_to_string(params_array, '&')
  end
$$;

create function net._ask(
  method text, url text, params jsonb, headers jsonb, body jsonb, timeout_milliseconds integer
) returns bigint language sql volatile set search_path = '' as $$
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  values (
    method,
    net._encode_url_with_params_array(url, (
      select coalesce(array_agg(net._urlencode_string(key) || '=' || net._urlencode_string(value)), '{}')
      from jsonb_each_text(params)
    )),
    headers,
    convert_to(body::text, 'utf8'),
    timeout_milliseconds
  )
  returning id
$$;

create function net.http_get(
  url text, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000
) returns bigint language sql volatile security definer set search_path = '' as $$
  select net._ask('GET', url, params, headers, null, timeout_milliseconds)
$$;

create function net.http_post(
  url text, body jsonb default '{}', params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds integer default 5000
) returns bigint language plpgsql volatile security definer set search_path = '' as $$
declare
  content_type text := (
    select value from jsonb_each_text(coalesce(headers, '{}')) where lower(key) = 'content-type' limit 1
  );
begin
  if content_type <> 'application/json' then
    raise exception 'Content-Type header must be "application/json"';
  end if;
  if content_type is null then
    headers = coalesce(headers, '{}') || '{"Content-Type": "application/json"}';
  end if;
  return net._ask('POST', url, params, headers, body, timeout_milliseconds);
end
$$;

create function net.http_delete(
  url text, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000,
  body jsonb default null
) returns bigint language sql volatile security definer set search_path = '' as $$
  select net._ask('DELETE', url, params, headers, body, timeout_milliseconds)
$$;

create type net.request_status as enum ('PENDING', 'SUCCESS', 'ERROR');
create type net.http_response as (status_code integer, headers jsonb, body text);
create type net.http_response_result as (status net.request_status, message text, response net.http_response);

-- The response, if it has arrived. This does not wait, because the embedded database could do nothing else meanwhile.
create function net._http_collect_response(request_id bigint, async boolean default true)
returns net.http_response_result language plpgsql set search_path = '' as $$
declare
  answer net._http_response;
begin
  if not async then
    raise exception 'A statement cannot wait for an answer here: look into net._http_response later'
      using errcode = 'feature_not_supported';
  end if;
  select * into answer from net._http_response where id = request_id;
  if answer.id is null or answer.error_msg is not null then
    return ('ERROR', coalesce(answer.error_msg, 'request matching request_id not found'), null)::net.http_response_result;
  end if;
  return ('SUCCESS', 'ok', (answer.status_code, answer.headers, answer.content)::net.http_response)::net.http_response_result;
end
$$;

create function net.http_collect_response(request_id bigint, async boolean default true)
returns net.http_response_result language sql set search_path = '' as $$
  select net._http_collect_response(request_id, async)
$$;

-- Restarts the worker in the extension; here the engine is the worker, and nothing has to be done.
create function net.worker_restart() returns boolean language sql as 'select true';
create function net.check_worker_is_up() returns void language sql as '';
create function net.wait_until_running() returns void language sql as '';

-- Triggers queue requests with the privileges of the caller; only the project's own server reads responses.
revoke all on all functions in schema net from public;
grant usage on schema net to anon, authenticated, service_role;
grant execute on function net.http_get, net.http_post, net.http_delete to public;
grant select, delete on net._http_response, net.http_request_queue to service_role;
grant execute on function net._http_collect_response, net.http_collect_response, net.wake to service_role;
