-- booking address of the website

-- Where a visitor of the contact page picks a time for a call. It is a link of the website, so only https is allowed.
alter table public.agencies add column booking_url text check (booking_url ~* '^https://' and private.is_web_address(booking_url));

revoke all on public.agencies from anon, authenticated, service_role;

grant select, insert, update, delete on public.agencies to service_role;

grant select, delete on public.agencies to authenticated;

grant insert (name, email, website_url, contact_person, phone, subscription_tier, is_active, logo_url, answers_website,
              postal_address, live_chat_hours, social_links, fields_of_work, testimonials, cases,
              show_clients_their_plan, booking_url),
      update (name, email, website_url, contact_person, phone, subscription_tier, is_active, logo_url, answers_website,
              postal_address, live_chat_hours, social_links, fields_of_work, testimonials, cases,
              show_clients_their_plan, booking_url)
  on public.agencies to authenticated;

drop function public.website_facts();

-- The public details of the website's agency, with which the server fills the pages.
create function public.website_facts()
returns table (
  name text, email text, phone text, postal_address text, live_chat_hours text, social_links text[], logo_url text,
  fields_of_work text[], testimonials jsonb, cases jsonb, booking_url text
)
language sql stable security definer set search_path = ''
begin atomic
  select a.name, a.email, a.phone, a.postal_address, a.live_chat_hours, a.social_links, a.logo_url,
         a.fields_of_work, a.testimonials, a.cases, a.booking_url
  from public.agencies as a
  where a.answers_website;
end;

revoke execute on function public.website_facts from public, anon, authenticated, service_role;

grant execute on function public.website_facts to anon, authenticated, service_role;
