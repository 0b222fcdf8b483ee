-- Links by which a client opens their page without an account: /for/{token}. The token alone gives access, so it is
-- shown once to the person who creates the link, and only its hash is stored.
create table public.client_links (
  id         uuid primary key default gen_random_uuid(),
  client_id  uuid not null references public.clients (id) on delete cascade,
  name       text not null check (name ~ '\S' and length(name) <= 100),
  created_by uuid references public.user_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  revoked_at timestamptz,
  -- The update that the link was mailed with.
  update_id  uuid references public.project_updates (id) on delete set null,
  -- The person whose link it is: one of the client's people, the main person, or nobody in particular.
  person_id           uuid references public.client_people (id) on delete set null,
  is_main_persons     boolean not null default false,
  -- Whether it was revoked because its person was deleted: it works again if they are brought back.
  revoked_with_person boolean not null default false,
  -- Whether the client may ask for something by it (client_requests.sql).
  may_ask    boolean not null default true,
  constraint client_links_one_person check (person_id is null or not is_main_persons)
);
create index client_links_client_id_idx on public.client_links (client_id, created_at desc);
create index client_links_created_by_idx on public.client_links (created_by);
create index client_links_update_id_idx on public.client_links (update_id);
create index client_links_person_id_idx on public.client_links (person_id);

alter table public.client_links enable row level security;
revoke all on public.client_links from anon, authenticated, service_role;
grant select, insert, update, delete on public.client_links to service_role;
-- Links are only created by make_client_link, which generates the tokens.
grant select, update (name, expires_at, revoked_at, may_ask) on public.client_links to authenticated;

-- The token hashes, in a schema that the API does not expose.
create table private.client_link_tokens (
  link_id    uuid primary key references public.client_links (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32)
);

create policy "people who see a client read its links"
  on public.client_links for select to authenticated
  using (exists (select from public.clients where clients.id = client_links.client_id));

create policy "people who see a client rename, renew and revoke its links"
  on public.client_links for update to authenticated
  using (
    (select private.may_write())
    and exists (select from public.clients where clients.id = client_links.client_id)
  );

-- A revoked link stays revoked from that moment on, and no link is valid for longer than a year from now.
create function private.keep_link_within_bounds() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.revoked_at is not null then
    raise exception 'A link that was revoked cannot be changed. Make a new one.' using errcode = '23514';
  end if;
  if new.revoked_at is not null then
    new.revoked_at := now();
  end if;
  if new.expires_at > now() + interval '1 year' then
    raise exception 'A link can be valid for a year at most.' using errcode = '23514';
  end if;
  return new;
end
$$;
revoke execute on function private.keep_link_within_bounds from public;

create trigger keep_within_bounds
  before update of name, expires_at, revoked_at on public.client_links
  for each row execute function private.keep_link_within_bounds();

-- A deleted person's links stop working, and work again if the person is brought back.
create function private.revoke_links_of_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.client_links set revoked_at = now(), revoked_with_person = true
  where person_id = old.id and revoked_at is null;
  return old;
end
$$;
revoke execute on function private.revoke_links_of_person from public;

-- Its name comes after that of keep_deleted, which keeps whose links they were.
create trigger revoke_links
  before delete on public.client_people for each row execute function private.revoke_links_of_person();

create function private.reopen_link_of_person() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.revoked_at := null;
  new.revoked_with_person := false;
  return new;
end
$$;
revoke execute on function private.reopen_link_of_person from public;

create trigger reopen_with_person
  before update of person_id on public.client_links for each row
  when (old.revoked_with_person and new.person_id is not null)
  execute function private.reopen_link_of_person();

-- The times at which a client's page was opened by a link, at most once in ten minutes, so that a reload does not
-- count.
create table public.client_link_openings (
  id        uuid primary key default gen_random_uuid(),
  link_id   uuid not null references public.client_links (id) on delete cascade,
  opened_at timestamptz not null default now()
);
create index client_link_openings_link_id_idx on public.client_link_openings (link_id, opened_at);

alter table public.client_link_openings enable row level security;
revoke all on public.client_link_openings from anon, authenticated, service_role;
grant select, insert, update, delete on public.client_link_openings to service_role;
grant select on public.client_link_openings to authenticated;

create policy "people who see a link read when it was opened"
  on public.client_link_openings for select to authenticated
  using (exists (select from public.client_links where client_links.id = client_link_openings.link_id));

-- A new token of 256 bits for an address.
create function private.new_token() returns text
language sql volatile set search_path = '' as $$
  -- Each uuid is 122 bits from the system's generator.
  select translate(rtrim(encode(sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  ), 'base64'), '='), '+/', '-_')
$$;
revoke execute on function private.new_token from public;

-- Creates a link with a new token, which is returned to the caller and not stored. `person` is the id of one of the
-- client's people, or that of the client for its main person.
create function private.add_client_link(
  client uuid, name text, days integer, made_by uuid, update_id uuid default null, person uuid default null
)
returns table (id uuid, token text)
language plpgsql security definer set search_path = '' as $$
begin
  token := private.new_token();
  insert into public.client_links as made
    (client_id, name, created_by, expires_at, update_id, person_id, is_main_persons)
  values (
    client, add_client_link.name, made_by, now() + make_interval(days => days), add_client_link.update_id,
    nullif(person, client), coalesce(person = client, false)
  )
  returning made.id into add_client_link.id;
  insert into private.client_link_tokens (link_id, token_hash)
  values (add_client_link.id, sha256(convert_to(token, 'UTF8')));
  return next;
end
$$;
revoke execute on function private.add_client_link from public;

-- Creates a link for a client whom the caller may change, and returns its token once.
create function public.make_client_link(client uuid, name text, days integer default 30, person uuid default null)
returns table (id uuid, token text)
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.clients
    where clients.id = client
      and (clients.agency_id = private.my_active_agency_id() or private.is_super_admin())
      and (
        person is null or person = client
        or exists (select from public.client_people where client_people.id = person and client_people.client_id = client)
      )
  ) then
    raise sqlstate 'PT404' using message = 'This client no longer exists, or you may not make links for it.';
  end if;
  if days not between 1 and 365 then
    raise exception 'A link can be valid for a year at most.' using errcode = '23514';
  end if;
  return query select * from private.add_client_link(
    client, make_client_link.name, days, private.my_id(), null, person);
end
$$;
revoke execute on function public.make_client_link from public, anon;
grant execute on function public.make_client_link to authenticated, service_role;

-- Makes this person the main one: what the client says of its main person and what this row says change places, and the links
-- of both stay theirs.
create function public.make_main_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  client public.clients;
  other public.client_people;
begin
  select clients.* into client
  from public.client_people join public.clients on clients.id = client_people.client_id
  where client_people.id = person
    and (clients.agency_id = private.my_active_agency_id() or private.is_super_admin())
  for update of clients;
  -- The person is read after the client is locked, since a colleague may have made them the main person meanwhile.
  select * into other from public.client_people where id = person and client_id = client.id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This person no longer exists, or you may not change them.';
  end if;
  if other.email is null then
    raise exception 'The main person needs an email address.' using errcode = '23514';
  end if;
  update public.clients
  set name = other.name, email = other.email, phone = other.phone, main_person_role = other.role,
      main_person_note = other.note
  where id = client.id;
  update public.client_people
  set name = client.name, email = client.email, phone = client.phone, role = client.main_person_role,
      note = client.main_person_note
  where id = other.id;
  update public.client_links
  set person_id = case when is_main_persons then other.id end, is_main_persons = not is_main_persons
  where client_id = client.id and (is_main_persons or person_id = other.id);
  perform private.audit(
    'main_person_changed', client.agency_id, client.id, other.name,
    jsonb_build_object('before', client.name, 'after', other.name)
  );
end
$$;
revoke execute on function public.make_main_person from public, anon, service_role;
grant execute on function public.make_main_person to authenticated;

alter publication supabase_realtime add table public.client_links, public.client_link_openings;
