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
  created_at   timestamptz not null default now()
);
create index chat_messages_agency_id_idx on public.chat_messages (agency_id, room_id, created_at desc);
create index chat_messages_sender_id_idx on public.chat_messages (sender_id);

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

-- Who is in the room, and who is typing.
create table public.user_presence (
  user_id    uuid not null references public.user_profiles (id) on delete cascade,
  room_id    text not null default 'general' check (room_id = 'general'),
  agency_id  uuid not null references public.agencies (id) on delete cascade,
  is_online  boolean not null default false,
  is_typing  boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (user_id, room_id)
);
create index user_presence_agency_id_idx on public.user_presence (agency_id, room_id);

alter table public.user_presence enable row level security;
revoke all on public.user_presence from anon, authenticated, service_role;
grant select, insert, update, delete on public.user_presence to service_role;
grant select, delete on public.user_presence to authenticated;
-- The key columns may be "updated" because an upsert sets every column it names; the policies hold them in place.
grant insert (user_id, room_id, agency_id, is_online, is_typing), update (user_id, room_id, is_online, is_typing)
  on public.user_presence to authenticated;

create trigger fill_in_agency
  before insert on public.user_presence for each row execute function private.fill_in_agency();
create trigger fill_in_user_id
  before insert on public.user_presence for each row execute function private.fill_in_caller('user_id');
create trigger touch_updated_at
  before update on public.user_presence for each row execute function private.touch_updated_at();

create policy "staff see who is in their agency's chat"
  on public.user_presence for select to authenticated
  using (agency_id = (select private.my_agency_id()));

create policy "staff enter their agency's chat themselves"
  on public.user_presence for insert to authenticated
  with check (agency_id = (select private.my_active_agency_id()) and user_id = (select private.my_id()));

create policy "staff change their own presence"
  on public.user_presence for update to authenticated
  using (agency_id = (select private.my_active_agency_id()) and user_id = (select private.my_id()));

create policy "staff leave the chat themselves"
  on public.user_presence for delete to authenticated
  using (agency_id = (select private.my_active_agency_id()) and user_id = (select private.my_id()));

-- Whoever leaves an agency leaves its room.
create function private.leave_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.user_presence where user_id = new.id and agency_id is distinct from new.agency_id;
  return null;
end
$$;

create trigger leave_chat
  after update on public.user_profiles for each row
  when (old.agency_id is distinct from new.agency_id)
  execute function private.leave_chat();
