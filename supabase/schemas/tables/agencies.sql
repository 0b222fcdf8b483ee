-- Agencies are the tenants: every other row belongs to one, and its staff see nothing of the others.
-- Super admins run all of them; an agency admin keeps the own agency's public details.
create table public.agencies (
  id                uuid primary key default gen_random_uuid(),
  name              text not null check (name ~ '\S' and length(name) <= 200),
  email             text check (private.is_email(email)),
  website_url       text check (private.is_web_address(website_url)),
  contact_person    text check (length(contact_person) <= 200),
  phone             text check (length(phone) <= 50),
  subscription_tier text not null default 'basic' check (subscription_tier in ('basic', 'pro', 'enterprise')),
  is_active         boolean not null default true,
  logo_url          text check (private.is_web_address(logo_url)),
  created_at        timestamptz not null default now(),
  -- Lets whoever edits an agency notice that somebody else saved it meanwhile, as with clients and projects.
  updated_at        timestamptz not null default now()
);
create index agencies_created_at_idx on public.agencies (created_at desc);

alter table public.agencies enable row level security;
revoke all on public.agencies from anon, authenticated, service_role;
grant select, insert, update, delete on public.agencies to service_role;
grant select, delete on public.agencies to authenticated;
grant insert (name, email, website_url, contact_person, phone, subscription_tier, is_active, logo_url),
      update (name, email, website_url, contact_person, phone, subscription_tier, is_active, logo_url)
  on public.agencies to authenticated;

create policy "staff read their own agency, super admins all"
  on public.agencies for select to authenticated
  using (id = (select private.my_agency_id()) or (select private.is_super_admin()));

create policy "super admins add agencies"
  on public.agencies for insert to authenticated
  with check ((select private.is_super_admin()));

create policy "agency admins edit their own agency, super admins all"
  on public.agencies for update to authenticated
  using (
    (id = (select private.my_active_agency_id()) and (select private.has_role('agency_admin')))
    or (select private.is_super_admin())
  );

create policy "super admins delete agencies"
  on public.agencies for delete to authenticated
  using ((select private.is_super_admin()));

-- What an agency pays for, and whether it works at all, is not its own to decide.
create function private.verify_agency_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and not private.is_super_admin() then
    raise exception 'Only a super admin changes an agency''s tier or whether it is active.' using errcode = '42501';
  end if;
  return new;
end
$$;

create trigger verify_edit
  before update on public.agencies for each row
  when ((old.subscription_tier, old.is_active) is distinct from (new.subscription_tier, new.is_active))
  execute function private.verify_agency_edit();

create trigger touch_updated_at
  before update on public.agencies for each row execute function private.touch_updated_at();
