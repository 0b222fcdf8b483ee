-- Links by which a client sees, without an account, what is meant for them: /for/{token}. The token alone opens the
-- page, so it is shown once, to the person who made the link, and only its hash is kept.
create table public.client_links (
  id         uuid primary key default gen_random_uuid(),
  client_id  uuid not null references public.clients (id) on delete cascade,
  name       text not null check (name ~ '\S' and length(name) <= 100),
  created_by uuid references public.user_profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  revoked_at timestamptz,
  -- The update that it was mailed with.
  update_id  uuid references public.project_updates (id) on delete set null
);
create index client_links_client_id_idx on public.client_links (client_id, created_at desc);
create index client_links_created_by_idx on public.client_links (created_by);
create index client_links_update_id_idx on public.client_links (update_id);

alter table public.client_links enable row level security;
revoke all on public.client_links from anon, authenticated, service_role;
grant select, insert, update, delete on public.client_links to service_role;
-- Links are made by make_client_link, which has their tokens.
grant select, update (name, expires_at, revoked_at) on public.client_links to authenticated;

-- Where the API does not reach.
create table private.client_link_tokens (
  link_id    uuid primary key references public.client_links (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32)
);

create policy "whoever sees a client reads its links"
  on public.client_links for select to authenticated
  using (exists (select from public.clients where clients.id = client_links.client_id));

create policy "whoever sees a client renames, renews and revokes its links"
  on public.client_links for update to authenticated
  using (
    (select private.may_write())
    and exists (select from public.clients where clients.id = client_links.client_id)
  );

-- A link that was revoked stays so, from that moment on, and none is valid for longer than a year from now.
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

-- When a client's page was opened by a link: once in ten minutes, so that a reload is not read twice.
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

create policy "whoever sees a link reads when it was opened"
  on public.client_link_openings for select to authenticated
  using (exists (select from public.client_links where client_links.id = client_link_openings.link_id));

-- Adds a link with a new token of 256 bits, which is returned to the caller and not kept.
create function private.add_client_link(client uuid, name text, days integer, made_by uuid, update_id uuid default null)
returns table (id uuid, token text)
language plpgsql security definer set search_path = '' as $$
declare
  -- Each uuid is 122 bits from the system's generator.
  random bytea := sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
begin
  token := translate(rtrim(encode(random, 'base64'), '='), '+/', '-_');
  insert into public.client_links as made (client_id, name, created_by, expires_at, update_id)
  values (client, add_client_link.name, made_by, now() + make_interval(days => days), add_client_link.update_id)
  returning made.id into add_client_link.id;
  insert into private.client_link_tokens (link_id, token_hash)
  values (add_client_link.id, sha256(convert_to(token, 'UTF8')));
  return next;
end
$$;
revoke execute on function private.add_client_link from public;

-- A new link of a client whom the caller may change, and its token, this once.
create function public.make_client_link(client uuid, name text, days integer default 30)
returns table (id uuid, token text)
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.clients
    where clients.id = client
      and (clients.agency_id = private.my_active_agency_id() or private.is_super_admin())
  ) then
    raise sqlstate 'PT404' using message = 'This client no longer exists, or you may not make links for it.';
  end if;
  if days not between 1 and 365 then
    raise exception 'A link can be valid for a year at most.' using errcode = '23514';
  end if;
  return query select * from private.add_client_link(client, make_client_link.name, days, private.my_id());
end
$$;
revoke execute on function public.make_client_link from public, anon;
grant execute on function public.make_client_link to authenticated, service_role;

alter publication supabase_realtime add table public.client_links, public.client_link_openings;
