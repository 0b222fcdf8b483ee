-- The people of a client beside its main person, whose name, email address and phone number are those of the client itself.
create table public.client_people (
  id          uuid primary key default gen_random_uuid(),
  client_id   uuid not null references public.clients (id) on delete cascade,
  name        text not null check (name ~ '\S' and length(name) <= 200),
  role        text check (role ~ '\S' and length(role) <= 100),
  email       text check (private.is_email(email)),
  phone       text check (length(phone) <= 50),
  note        text check (note ~ '\S' and length(note) <= 2000),
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  -- The text that a search compares.
  search_text text generated always as
                (private.search_text(name) || coalesce(chr(10) || private.search_text(email), '')) stored
);
create index client_people_client_id_idx on public.client_people (client_id, created_at);

alter table public.client_people enable row level security;
revoke all on public.client_people from anon, authenticated, service_role;
grant select, insert, update, delete on public.client_people to service_role;
grant select, delete on public.client_people to authenticated;
grant insert (client_id, name, role, email, phone, note), update (name, role, email, phone, note)
  on public.client_people to authenticated;

-- The check runs after the policies, so that a caller who may not add a person learns only that.
create trigger require_mailable
  after insert or update of email on public.client_people for each row
  when (new.email is not null)
  execute function private.require_mailable('email');
create trigger touch_updated_at
  before update on public.client_people for each row execute function private.touch_updated_at();

create policy "people who see a client read its people"
  on public.client_people for select to authenticated
  using (exists (select from public.clients where clients.id = client_people.client_id));

create policy "people who see a client add people to it"
  on public.client_people for insert to authenticated
  with check (
    (select private.may_write())
    and exists (select from public.clients where clients.id = client_people.client_id)
  );

create policy "people who see a client edit its people"
  on public.client_people for update to authenticated
  using (
    (select private.may_write())
    and exists (select from public.clients where clients.id = client_people.client_id)
  );

create policy "people who see a client delete its people"
  on public.client_people for delete to authenticated
  using (
    (select private.may_write())
    and exists (select from public.clients where clients.id = client_people.client_id)
  );

-- Copies what a search compares of the people into their client, so that a list finds clients by their own rows. The client is
-- locked first, so that of two people who are added at the same moment none is missed.
create function private.list_people(changed uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.clients where id = changed for no key update;
  update public.clients
  set people_text = listed.people_text
  from (
    select string_agg(client_people.search_text, chr(10) order by created_at, id) as people_text
    from public.client_people where client_id = changed
  ) as listed
  where clients.id = changed and clients.people_text is distinct from listed.people_text;
end
$$;
revoke execute on function private.list_people from public;

create function private.list_people_of_client() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.list_people(coalesce(new.client_id, old.client_id));
  return null;
end
$$;
revoke execute on function private.list_people_of_client from public;

create trigger list_added
  after insert on public.client_people for each row execute function private.list_people_of_client();
create trigger list_changed
  after update on public.client_people for each row
  when (old.search_text <> new.search_text)
  execute function private.list_people_of_client();
create trigger list_deleted
  after delete on public.client_people for each row execute function private.list_people_of_client();

alter publication supabase_realtime add table public.client_people;
