-- What the row policies of private Realtime channels are written on, as hosted Supabase has it: whoever could read or
-- insert a row of the channel's topic may listen to it or send to it. The engine only tries, and stores nothing.
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

-- The channel that is being asked for, without the prefix of the wire.
create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
