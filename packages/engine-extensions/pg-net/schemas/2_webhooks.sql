-- Database webhooks: a trigger that sends each changed row to an address.
create schema supabase_functions;

create table supabase_functions.hooks (
  id            bigserial primary key,
  hook_table_id integer not null,
  hook_name     text not null,
  created_at    timestamptz not null default now(),
  request_id    bigint
);
comment on table supabase_functions.hooks is 'Supabase Functions Hooks: Audit trail for triggered hooks.';
create index hooks_request_id_idx on supabase_functions.hooks (request_id);
create index hooks_table_id_name_idx on supabase_functions.hooks (hook_table_id, hook_name);

-- The trigger's arguments: URL, method, headers, parameters and timeout in milliseconds. 'null' means the default.
create function supabase_functions.http_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  url        text    := nullif(tg_argv[0], 'null');
  method     text    := nullif(tg_argv[1], 'null');
  headers    jsonb   := coalesce(nullif(tg_argv[2], 'null'), '{"Content-Type": "application/json"}')::jsonb;
  params     jsonb   := coalesce(nullif(tg_argv[3], 'null'), '{}')::jsonb;
  timeout_ms integer := coalesce(nullif(tg_argv[4], 'null'), '1000')::integer;
  request_id bigint;
begin
  if url is null then
    raise exception 'url argument is missing';
  end if;
  case method
    when 'GET' then
      request_id = net.http_get(url, params, headers, timeout_ms);
    when 'POST' then
      request_id = net.http_post(url, jsonb_build_object(
        'old_record', old, 'record', new, 'type', tg_op, 'table', tg_table_name, 'schema', tg_table_schema
      ), params, headers, timeout_ms);
    else
      if method is null then
        raise exception 'method argument is missing';
      end if;
      raise exception 'method argument % is invalid', method;
  end case;
  insert into supabase_functions.hooks (hook_table_id, hook_name, request_id) values (tg_relid::bigint::integer, tg_name, request_id);
  return new;
end
$$;
