-- The businesses an agency works for. They belong to one agency, and its staff work only with their own.
create table public.clients (
  id              uuid primary key default gen_random_uuid(),
  agency_id       uuid not null references public.agencies (id) on delete cascade,
  name            text not null check (name ~ '\S' and length(name) <= 200),
  company_name    text check (length(company_name) <= 200),
  email           text not null check (private.is_email(email)),
  phone           text check (length(phone) <= 50),
  website_url     text check (private.is_web_address(website_url)),
  industry        text check (industry in (
                    'Technology', 'Healthcare', 'Finance', 'Retail', 'Education', 'Real Estate', 'Food & Beverage',
                    'Manufacturing', 'Professional Services', 'Non-Profit', 'Other')),
  prospect_status text default 'prospect'
                    check (prospect_status in ('prospect', 'active', 'completed', 'paused', 'inactive')),
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  -- Whether they are told once a week of what is new to them; when they were last. The database alone sets that.
  wants_digest    boolean not null default false,
  digested_at     timestamptz,
  -- What the search box looks through: the name, the email address and the company. Under row policies Postgres uses no trigram index (ilike could leak what it
  -- compares), and one like over this column is five times as fast as ilike over three: 55 ms for 100,000 clients.
  search_text     text generated always as
                    (private.search_text(name) || chr(10) || private.search_text(email) || chr(10)
                      || coalesce(private.search_text(company_name), '')) stored,
  -- Lets a project name its client together with the agency, so that the two can never differ.
  unique (id, agency_id)
);
create index clients_agency_id_idx on public.clients (agency_id, created_at desc);
create index clients_created_at_idx on public.clients (created_at desc);
create index clients_prospect_status_idx on public.clients (prospect_status);
create index clients_wants_digest_idx on public.clients (digested_at) where wants_digest;

alter table public.clients enable row level security;
revoke all on public.clients from anon, authenticated, service_role;
grant select, insert, update, delete on public.clients to service_role;
grant select, delete on public.clients to authenticated;
grant insert (agency_id, name, company_name, email, phone, website_url, industry, prospect_status),
      update (agency_id, name, company_name, email, phone, website_url, industry, prospect_status, wants_digest)
  on public.clients to authenticated;

create trigger require_mailable
  before insert or update of email on public.clients for each row execute function private.require_mailable('email');
create trigger fill_in_agency
  before insert on public.clients for each row execute function private.fill_in_agency();
-- The weekly mail sets digested_at, which is no change that a colleague's open form must hear of.
create trigger touch_updated_at
  before update on public.clients for each row
  when (old.digested_at is not distinct from new.digested_at)
  execute function private.touch_updated_at();

create policy "staff read their agency's clients, super admins all"
  on public.clients for select to authenticated
  using (agency_id = (select private.my_agency_id()) or (select private.is_super_admin()));

create policy "staff add clients to their agency, super admins to any"
  on public.clients for insert to authenticated
  with check (agency_id = (select private.my_active_agency_id()) or (select private.is_super_admin()));

-- The check holds for the row as it was and as it becomes: only a super admin moves a client to another agency.
create policy "staff edit their agency's clients, super admins all"
  on public.clients for update to authenticated
  using (agency_id = (select private.my_active_agency_id()) or (select private.is_super_admin()));

create policy "staff delete their agency's clients, super admins all"
  on public.clients for delete to authenticated
  using (agency_id = (select private.my_active_agency_id()) or (select private.is_super_admin()));

-- A client's new name is found in its projects.
create function private.rename_client_in_projects() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.projects
  -- Its last line, without reading the description again.
  set search_text = split_part(projects.search_text, chr(10), 1) || chr(10)
    || split_part(projects.search_text, chr(10), 2) || chr(10) || private.search_text(new.name)
  where projects.client_id = new.id;
  return null;
end
$$;
revoke execute on function private.rename_client_in_projects from public;

create trigger rename_in_projects
  after update of name on public.clients for each row
  when (old.name is distinct from new.name)
  execute function private.rename_client_in_projects();

alter publication supabase_realtime add table public.clients;
