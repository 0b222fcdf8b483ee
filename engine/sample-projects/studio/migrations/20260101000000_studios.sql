create table public.studios (id uuid primary key, name text not null);

create table public.members (
  user_id   uuid primary key references auth.users (id) on delete cascade,
  studio_id uuid not null references public.studios (id) on delete cascade,
  is_owner  boolean not null default false
);

create schema private;
grant usage on schema private to authenticated;

-- A function that bypasses row security, so that policies look up the caller's studio once per statement.
create function private.my_studio() returns uuid
language sql stable security definer set search_path = ''
return (select studio_id from public.members where user_id = auth.uid());

create function private.is_owner() returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.members where user_id = auth.uid() and is_owner);

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create table public.clients (
  id              uuid primary key default gen_random_uuid(),
  studio_id       uuid not null default private.my_studio() references public.studios (id) on delete cascade,
  name            text not null check (name ~ '\S' and length(name) <= 200),
  company_name    text,
  email           text not null,
  phone           text check (length(phone) <= 50),
  website_url     text,
  prospect_status text check (prospect_status in ('prospect', 'active', 'completed', 'paused', 'inactive')),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  search_text     text generated always as (lower(name || chr(10) || email)) stored
);
create index on public.clients (studio_id, created_at desc);
create trigger touch_updated_at
  before update on public.clients for each row execute function private.touch_updated_at();

create table public.projects (
  id         uuid primary key default gen_random_uuid(),
  client_id  uuid not null references public.clients (id) on delete cascade,
  studio_id  uuid not null default private.my_studio() references public.studios (id) on delete cascade,
  name       text not null,
  status     text not null,
  created_at timestamptz not null default now()
);
create index on public.projects (studio_id, created_at desc);
create index on public.projects (client_id);

create table public.client_notes (
  id         uuid primary key default gen_random_uuid(),
  client_id  uuid not null references public.clients (id) on delete cascade,
  note_text  text not null check (note_text ~ '\S'),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index on public.client_notes (client_id, created_at desc);

alter table public.studios enable row level security;
alter table public.members enable row level security;
alter table public.clients enable row level security;
alter table public.projects enable row level security;
alter table public.client_notes enable row level security;
grant select, insert, update, delete on public.clients, public.projects, public.client_notes to authenticated;

create policy "members see and change their studio's clients, owners all" on public.clients for all to authenticated
  using (studio_id = (select private.my_studio()) or (select private.is_owner()));

create policy "members see and change their studio's projects, owners all" on public.projects for all to authenticated
  using (studio_id = (select private.my_studio()) or (select private.is_owner()));

create policy "notes are seen and written by whoever sees the client" on public.client_notes for all to authenticated
  using (exists (select from public.clients where clients.id = client_notes.client_id));
