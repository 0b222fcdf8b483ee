-- The table that row policies of private Realtime channels are written on, as in hosted Supabase: a user who may read
-- or insert a row of the channel's topic may listen to it or send to it. The engine only tries, and stores nothing.
create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

create table realtime.messages (
  id             uuid not null default gen_random_uuid(),
  topic          text not null,
  extension      text not null,
  payload        jsonb,
  binary_payload bytea,
  event          text,
  private        boolean default false,
  updated_at     timestamp not null default now(),
  inserted_at    timestamp not null default now(),
  primary key (id, inserted_at)
);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant all on realtime.messages to supabase_realtime_admin;

-- The topic of the channel that is being checked, without the prefix of the protocol.
create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;


-- Messages from the database. A row is broadcast when it is stored, and kept for clients that ask for what they missed.
create index messages_inserted_at_topic_idx on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private;

create function engine.tell_message() returns trigger language plpgsql as $$
begin
  perform pg_notify('engine_message', json_build_object('id', new.id, 'private', new.private, 'topic', new.topic)::text);
  return null;
end
$$;
-- A row without an event is only a trial of what policies allow, and is not broadcast.
create trigger tell_message after insert on realtime.messages
  for each row when (new.extension = 'broadcast' and new.event is not null) execute function engine.tell_message();

-- An error becomes a warning, as on the hosted service: a trigger that broadcasts must not undo the change that it
-- reports.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (message_id, jsonb_build_object('id', message_id) || payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- For triggers: broadcasts to a topic what happened to a row.
create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object(
      'schema', table_schema, 'table', table_name, 'operation', operation,
      'record', to_jsonb(new), 'old_record', to_jsonb(old)
    ),
    event_name, topic_name
  );
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end
$$;
