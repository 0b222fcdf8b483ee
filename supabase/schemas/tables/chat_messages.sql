-- The team chat. On the wire there is one room, 'general'; in the database each agency has its own, and nobody, super
-- admins included, is in another agency's room.
create table public.chat_messages (
  id           uuid primary key default gen_random_uuid(),
  agency_id    uuid not null references public.agencies (id) on delete cascade,
  room_id      text not null default 'general' check (room_id = 'general'),
  sender_id    uuid references public.user_profiles (id) on delete set null,
  content      text not null check (content ~ '\S' and length(content) <= 4000),
  message_type text not null default 'text' check (message_type ~ '^[a-z_]{1,30}$'),
  metadata     jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object' and length(metadata::text) <= 10000),
  created_at   timestamptz not null default now(),
  constraint chat_messages_client_id_check check (length(metadata ->> 'clientId') <= 200)
);
create index chat_messages_agency_id_idx on public.chat_messages (agency_id, room_id, created_at desc);
create index chat_messages_sender_idx on public.chat_messages (sender_id, created_at desc);
-- Sending again after a lost connection stores nothing twice: the browser names each message it writes.
create unique index chat_messages_client_id_idx
  on public.chat_messages (sender_id, (metadata ->> 'clientId')) where metadata ->> 'clientId' is not null;

alter table public.chat_messages enable row level security;
revoke all on public.chat_messages from anon, authenticated, service_role;
grant select, insert, update, delete on public.chat_messages to service_role;
-- What was said stays said: messages are neither edited nor deleted.
grant select, insert (agency_id, room_id, sender_id, content, message_type, metadata)
  on public.chat_messages to authenticated;

create trigger fill_in_agency
  before insert on public.chat_messages for each row execute function private.fill_in_agency();
create trigger fill_in_sender_id
  before insert on public.chat_messages for each row execute function private.fill_in_caller('sender_id');

create policy "staff read their agency's chat"
  on public.chat_messages for select to authenticated
  using (agency_id = (select private.my_agency_id()));

create policy "staff speak for themselves in their agency's chat"
  on public.chat_messages for insert to authenticated
  with check (agency_id = (select private.my_active_agency_id()) and sender_id = (select private.my_id()));

-- How often somebody may speak holds for the table, by whatever way a message comes: ten in five seconds, in however many
-- tabs. Nobody writes faster.
create function private.limit_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The server says so where RATE_LIMITS is off.
  if current_setting('app.settings.rate_limits', true) = 'off' then
    return null;
  end if;
  -- Messages of one person at the same moment take turns, so that each sees those before it.
  perform pg_advisory_xact_lock(hashtextextended('private.limit_messages', hashtext(new.sender_id::text)));
  if (
    select count(*) from public.chat_messages
    where sender_id = new.sender_id and created_at > clock_timestamp() - interval '5 seconds'
  ) > 10 then
    raise sqlstate 'PT429' using message = 'Too many messages. Please wait a few seconds.';
  end if;
  return null;
end
$$;

-- After the row policies: who may not speak here learns nothing about how much somebody else does.
create trigger limit_messages
  after insert on public.chat_messages for each row
  when (current_user in ('anon', 'authenticated'))
  execute function private.limit_messages();
