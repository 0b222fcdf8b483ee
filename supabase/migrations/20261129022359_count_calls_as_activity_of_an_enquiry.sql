-- count calls as activity of an enquiry

-- Enquiries that became nobody are erased for good, as many months after their last activity as the agency that answers
-- the website has chosen. The server calls forget_enquiries (server/forget-enquiries.ts), on hosted Supabase
-- supabase/hosted/forgetting.sql does.
-- Enquiries that became no client within these months since their last activity, which a call with them also is. One that became a client does not count
-- until its client can no longer be brought back; neither does one from the address of a client or of one of its people.
create or replace function private.enquiries_to_forget(months integer, until timestamptz default now()) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.contact_submissions as asked
  where client_id is null
    and greatest(created_at, taken_at, answered_at, state_changed_at, mail_returned_at)
        < until - make_interval(months => enquiries_to_forget.months)
    and not exists (
      select from public.calls
      where enquiry_id = asked.id
        and greatest(starts_at, changed_at) >= until - make_interval(months => enquiries_to_forget.months)
    )
    and not exists (
      select from public.clients where agency_id = private.website_agency_id() and lower(clients.email) = lower(asked.email)
    )
    and not exists (
      select from public.client_people join public.clients on clients.id = client_people.client_id
      where clients.agency_id = private.website_agency_id() and lower(client_people.email) = lower(asked.email)
    )
    and id <> all (array(
      select (content ->> 'id')::uuid from private.recently_deleted_rows
      where place = 'public.contact_submissions' and is_cut
    ))
$$;
