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

-- Copies what a search compares of the people into their clients, so that a list finds clients by their own rows. The clients
-- are locked first, so that of two people who are added at the same moment none is missed.
create function private.list_people(changed uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.clients where id = any (changed) order by id for no key update;
  update public.clients
  set people_text = listed.people_text
  from (
    select changed_clients.id,
      string_agg(client_people.search_text, chr(10) order by client_people.created_at, client_people.id) as people_text
    from (select distinct unnest(changed) as id) as changed_clients
    left join public.client_people on client_people.client_id = changed_clients.id
    group by changed_clients.id
  ) as listed
  where clients.id = listed.id and clients.people_text is distinct from listed.people_text;
end
$$;
revoke execute on function private.list_people from public;

-- An import adds thousands of people by one statement, so their clients are updated by one statement too.
create function private.list_changed_people() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    perform private.list_people(array(
      select changed_people.client_id
      from changed_people
      join former_people on former_people.id = changed_people.id
      where former_people.search_text <> changed_people.search_text
    ));
  else
    perform private.list_people(array(select client_id from changed_people));
  end if;
  return null;
end
$$;
revoke execute on function private.list_changed_people from public;

create trigger list_added
  after insert on public.client_people referencing new table as changed_people
  for each statement execute function private.list_changed_people();
create trigger list_changed
  after update on public.client_people referencing old table as former_people new table as changed_people
  for each statement execute function private.list_changed_people();
create trigger list_deleted
  after delete on public.client_people referencing old table as changed_people
  for each statement execute function private.list_changed_people();

alter publication supabase_realtime add table public.client_people;
