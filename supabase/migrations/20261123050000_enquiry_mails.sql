-- A mail about an enquiry is lost no more when whoever sends it dies, and one that waits for long is reminded of.
alter table public.contact_submissions
  -- Until when somebody is about to mail it; whoever dies meanwhile leaves it to the next one.
  add column mailing_until timestamptz,
  -- When those who answer were reminded that it waits.
  add column reminded_at timestamptz;

create index contact_submissions_unmailed_idx on public.contact_submissions (created_at) where notified_at is null;
create index contact_submissions_unreminded_idx on public.contact_submissions (created_at)
  where reminded_at is null and state in ('new', 'taken');

-- Who is told of enquiries by mail: the agency that answers the website; where it has no address `configured`, the
-- CONTACT_EMAIL of the installation; else the super admins.
create function public.enquiry_recipients(configured text default null) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select array[email] from public.agencies where answers_website and email is not null),
    (select array_agg(btrim(address)) from regexp_split_to_table(nullif(btrim(configured), ''), ',') as address),
    (select array_agg(users.email::text order by users.email)
     from auth.users join public.user_roles on user_roles.user_id = users.id
     where user_roles.role = 'super_admin' and users.email is not null),
    '{}'
  )
$$;
revoke execute on function public.enquiry_recipients from public, anon, authenticated;
grant execute on function public.enquiry_recipients to service_role;

-- Enquiries that have waited for twenty hours, so long before the website's promise runs out that somebody can still keep
-- it, and that nobody was reminded of.
create function public.enquiries_to_remind_of() returns table (enquiry uuid)
language sql stable set search_path = '' as $$
  select id from public.contact_submissions
  where reminded_at is null and state in ('new', 'taken') and not is_set_aside
    and created_at < now() - interval '20 hours'
$$;
revoke execute on function public.enquiries_to_remind_of from public, anon, authenticated;
grant execute on function public.enquiries_to_remind_of to service_role;

-- Whether there is a mail to send that no request sends: whoever has just written an enquiry is about to have it mailed.
create function public.has_due_mails() returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.contact_submissions
    where notified_at is null and created_at < now() - interval '30 seconds'
  ) or exists (select from public.enquiries_to_remind_of())
$$;
revoke execute on function public.has_due_mails from public, anon, authenticated;
grant execute on function public.has_due_mails to service_role;
