create function private.are_social_links(links text[]) returns boolean
language sql immutable
return cardinality(links) <= 8
   and array_position(links, null) is null
   and cardinality(links) = (select count(distinct link) from unnest(links) as link)
   and (select coalesce(bool_and(length(link) <= 300 and private.is_web_address(link)), true) from unnest(links) as link);
revoke execute on function private.are_social_links from public;
grant execute on function private.are_social_links to authenticated, service_role;

create function private.is_entry(entry jsonb, longest jsonb, required text[]) returns boolean
language sql immutable
return case
  when jsonb_typeof(entry) = 'object' then (
    select count(*) = (select count(*) from jsonb_object_keys(longest)) and bool_and(
      longest ? name
      and jsonb_typeof(value) = 'string'
      and length(value #>> '{}') <= (longest ->> name)::integer
      and (name <> all (required) or value #>> '{}' ~ '\S')
      and (name <> 'picture' or value #>> '{}' = '' or private.is_web_address(value #>> '{}'))
    )
    from jsonb_each(entry) as text (name, value)
  )
  else false
end;
revoke execute on function private.is_entry from public;
grant execute on function private.is_entry to authenticated, service_role;

-- Whether a JSON list has at most `most` entries of text fields: each with all fields, none too long, required ones not
-- empty, and pictures as web addresses.
create function private.are_entries(entries jsonb, most integer, longest jsonb, required text[]) returns boolean
language sql immutable
return case
  when jsonb_typeof(entries) = 'array' then
    jsonb_array_length(entries) <= most
    and (select coalesce(bool_and(private.is_entry(entry, longest, required)), true) from jsonb_array_elements(entries) as entry)
  else false
end;
revoke execute on function private.are_entries from public;
grant execute on function private.are_entries to authenticated, service_role;

create function private.are_fields_of_work(fields text[]) returns boolean
language sql immutable
return cardinality(fields) <= 24
   and array_position(fields, null) is null
   and cardinality(fields) = (select count(distinct field) from unnest(fields) as field)
   and (select coalesce(bool_and(field ~ '\S' and length(field) <= 200), true) from unnest(fields) as field);
revoke execute on function private.are_fields_of_work from public;
grant execute on function private.are_fields_of_work to authenticated, service_role;

-- Agencies are the tenants: every other row belongs to one, and its staff see nothing of the others. Super admins
-- manage all of them; an agency admin edits the public details of their own agency.
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
  -- The time of the last change, by which a form notices that a colleague has saved the agency meanwhile.
  updated_at        timestamptz not null default now(),
  -- Whether this agency owns the website: the first agency, until a super admin chooses another. Exactly one does while
  -- there are any.
  answers_website   boolean not null default false,
  -- Details on the website, beside the agency's name, email address, phone and logo.
  postal_address    text check (
    postal_address ~ '\S' and length(postal_address) <= 500 and array_length(string_to_array(postal_address, E'\n'), 1) <= 6
  ),
  live_chat_hours   text not null default 'Monday-Friday, 9am-5pm EST'
                    check (live_chat_hours ~ '\S' and length(live_chat_hours) <= 100),
  social_links      text[] not null default '{}' check (private.are_social_links(social_links)),
  -- The trades of the agency's clients, one per entry: "Bakeries: hours, bread and birthday cakes".
  fields_of_work    text[] not null default '{}' check (private.are_fields_of_work(fields_of_work)),
  testimonials      jsonb not null default '[]' check (
    private.are_entries(
      testimonials, 12, '{"words": 600, "author": 100, "role": 100, "picture": 2048}', '{words, author}'
    )
  ),
  -- Case studies, each with two numbers and a quote.
  cases             jsonb not null default '[]' check (
    private.are_entries(
      cases, 12,
      '{"title": 120, "picture": 2048, "number": 20, "meaning": 80, "other_number": 20, "other_meaning": 80, "quote": 400, "author": 100}',
      '{title, number, meaning, other_number, other_meaning, quote}'
    )
  ),
  -- The text that a search compares.
  search_text       text generated always as (private.search_text(name)) stored,
  -- Whether the page that a client opens by a link says how many content updates of their plan they have had this month.
  show_clients_their_plan boolean not null default false,
  -- Where a visitor of the contact page picks a time for a call. It is a link of the website, so only https is allowed.
  booking_url       text check (booking_url ~* '^https://' and private.is_web_address(booking_url)),
  -- What the website says about privacy instead of its default text.
  privacy_notice    text check (privacy_notice ~ '\S' and length(privacy_notice) <= 5000),
  -- The number of months after which enquiries that became no client are erased; null for never.
  forget_enquiries_after integer check (forget_enquiries_after in (6, 12, 24))
);
create index agencies_created_at_idx on public.agencies (created_at desc);
create unique index agencies_answers_website_idx on public.agencies (answers_website) where answers_website;

alter table public.agencies enable row level security;
revoke all on public.agencies from anon, authenticated, service_role;
grant select, insert, update, delete on public.agencies to service_role;
grant select, delete on public.agencies to authenticated;
grant insert (name, email, website_url, contact_person, phone, subscription_tier, is_active, logo_url, answers_website,
              postal_address, live_chat_hours, social_links, fields_of_work, testimonials, cases,
              show_clients_their_plan, booking_url, privacy_notice, forget_enquiries_after),
      update (name, email, website_url, contact_person, phone, subscription_tier, is_active, logo_url, answers_website,
              postal_address, live_chat_hours, social_links, fields_of_work, testimonials, cases,
              show_clients_their_plan, booking_url, privacy_notice, forget_enquiries_after)
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

-- An agency's plan and status can only be changed by super admins.
create function private.verify_agency_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and not private.is_super_admin() then
    raise exception 'Only a super admin changes an agency''s tier, whether it is active, or whether it answers the website.'
      using errcode = '42501';
  end if;
  return new;
end
$$;
revoke execute on function private.verify_agency_edit from public;

create trigger require_mailable
  before insert or update of email on public.agencies for each row execute function private.require_mailable('email');
create trigger verify_edit
  before update on public.agencies for each row
  when (
    (old.subscription_tier, old.is_active, old.answers_website)
      is distinct from (new.subscription_tier, new.is_active, new.answers_website)
  )
  execute function private.verify_agency_edit();

create trigger touch_updated_at
  before update on public.agencies for each row execute function private.touch_updated_at();

-- Keeps exactly one agency as the owner of the website: the first one gets it, and one that takes it over takes it from
-- the previous one. An agency cannot only give it up.
create function private.hand_over_website() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.hand_over_website', 0));
  if tg_op = 'INSERT' then
    -- This query sees the rows that the same statement has added. A restored agency does not take the website back.
    new.answers_website := new.answers_website and private.is_bringing_back() is not true
      or not exists (select from public.agencies where answers_website);
  end if;
  if new.answers_website then
    update public.agencies set answers_website = false where answers_website and id <> new.id;
  elsif pg_trigger_depth() = 1 and tg_op = 'UPDATE' then
    new.answers_website := true;
  end if;
  return new;
end
$$;
revoke execute on function private.hand_over_website from public;

create trigger website_first
  before insert on public.agencies for each row execute function private.hand_over_website();
create trigger website_handed_over
  before update on public.agencies for each row
  when (old.answers_website is distinct from new.answers_website)
  execute function private.hand_over_website();

create function private.inherit_website() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.agencies set answers_website = true
  where id = (select id from public.agencies order by created_at, id limit 1);
  return null;
end
$$;
revoke execute on function private.inherit_website from public;

create trigger website_inherited
  after delete on public.agencies for each row
  when (old.answers_website)
  execute function private.inherit_website();

create function private.website_agency_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select agencies.id from public.agencies where agencies.answers_website);
end
$$;
revoke execute on function private.website_agency_id from public;
grant execute on function private.website_agency_id to authenticated, service_role;

-- Whether the caller may read enquiries: the staff of the agency that owns the website. They may handle them while the
-- agency is active.
create function private.reads_enquiries() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.my_agency_id() = private.website_agency_id() or private.is_super_admin();
end
$$;
revoke execute on function private.reads_enquiries from public;
grant execute on function private.reads_enquiries to authenticated;

create function private.answers_enquiries() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.my_active_agency_id() = private.website_agency_id() or private.is_super_admin();
end
$$;
revoke execute on function private.answers_enquiries from public;
grant execute on function private.answers_enquiries to authenticated;

-- The public details of the website's agency, with which the server fills the pages.
create function public.website_facts()
returns table (
  name text, email text, phone text, postal_address text, live_chat_hours text, social_links text[], logo_url text,
  fields_of_work text[], testimonials jsonb, cases jsonb, booking_url text, privacy_notice text,
  forget_enquiries_after integer
)
language sql stable security definer set search_path = ''
begin atomic
  select a.name, a.email, a.phone, a.postal_address, a.live_chat_hours, a.social_links, a.logo_url,
         a.fields_of_work, a.testimonials, a.cases, a.booking_url, a.privacy_notice,
         a.forget_enquiries_after
  from public.agencies as a
  where a.answers_website;
end;
revoke execute on function public.website_facts from public, anon, authenticated, service_role;
grant execute on function public.website_facts to anon, authenticated, service_role;
