-- Enquiries that became nobody are erased for good, as many months after their last activity as the agency that answers
-- the website has chosen. The server calls forget_enquiries (server/forget-enquiries.ts), on hosted Supabase
-- supabase/hosted/forgetting.sql does.

-- Enquiries that became no client within these months since their last activity, which a call with them also is. One that
-- became a client does not count until its client can no longer be brought back; neither does one from the address of a client
-- or of one of its people.
create function private.enquiries_to_forget(months integer, until timestamptz default now()) returns setof uuid
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
revoke execute on function private.enquiries_to_forget from public;
grant execute on function private.enquiries_to_forget to authenticated;

-- The number of enquiries that would be erased tonight, among those that the caller may read.
create function public.count_enquiries_to_forget(months integer) returns integer
language sql stable set search_path = '' as $$
  select count(*)::integer from public.contact_submissions
  where id in (select private.enquiries_to_forget(count_enquiries_to_forget.months))
$$;
revoke execute on function public.count_enquiries_to_forget from public, anon, service_role;
grant execute on function public.count_enquiries_to_forget to authenticated;

-- Erases what is due, leaves one receipt and one line in the audit trail, and returns how many enquiries it were. Outside
-- the night it only makes up for a night on which it did not run: for what has been due since before the setting was last changed
-- a day ago.
create function public.forget_enquiries(is_night boolean default true) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  website public.agencies;
  gone uuid[];
begin
  select * into website from public.agencies where answers_website and forget_enquiries_after is not null;
  if not found or not is_night and website.updated_at > now() - interval '26 hours' then
    return 0;
  end if;
  gone := array(select private.enquiries_to_forget(
    website.forget_enquiries_after, case when is_night then now() else now() - interval '26 hours' end
  ));
  if gone = '{}' then
    return 0;
  end if;
  perform private.erase_enquiries(gone);
  insert into private.erasures (kind, subject, further_subjects, rows, files)
  select 'enquiry', hashes[1], hashes[2:], jsonb_build_object('public.contact_submissions', cardinality(gone)), '{}'
  from (select array_agg(private.hash_of_id(id)) as hashes from unnest(gone) as id) as hashed;
  perform private.audit(
    'erased', website.id, website.id, website.name, jsonb_build_object('forgotten', cardinality(gone)), 'server'
  );
  return cardinality(gone);
end
$$;
revoke execute on function public.forget_enquiries from public, anon, authenticated;
grant execute on function public.forget_enquiries to service_role;
