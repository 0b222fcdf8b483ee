-- People who are online in the chat, and whether they are typing.
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
-- The key columns are updatable because an upsert sets every column it names; the policies keep them unchanged.
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
