-- replaces: 20261228000100
-- What is set aside waits like every enquiry: it is counted, has its clock, rings once a day and is reminded of once a day.

-- Never null: a connection that had brought nothing back told nobody of an enquiry.
create or replace function private.is_bringing_back() returns boolean
language sql stable set search_path = ''
return coalesce(current_setting('mainstreet.brings_back', true) = 'on', false);

-- How the enquiries stand, as far as the caller reads them: how many wait for an answer, how many of those have waited
-- longer than the hours that the website promises, how many are set aside and wait as well, and how long an answer takes,
-- as the median of the last thirty days.
create or replace function public.enquiry_figures(reply_hours integer)
returns table (waiting integer, late integer, set_aside integer, median_seconds integer)
language sql stable set search_path = '' as $$
  select
    (count(*) filter (where waits))::integer,
    (count(*) filter (where waits and created_at < now() - make_interval(hours => reply_hours)))::integer,
    (count(*) filter (where is_set_aside))::integer,
    (percentile_cont(0.5) within group (order by extract(epoch from answered_at - created_at)::double precision)
      filter (where answered_at > now() - interval '30 days'))::integer
  from (
    select created_at, answered_at, is_set_aside, state in ('new', 'taken') as waits
    from public.contact_submissions
  ) as enquiries
$$;

-- Enquiries that have waited for twenty hours, so long before the website's promise runs out that somebody can still keep
-- it, and that nobody was reminded of; what is set aside once a day, all of it together.
create or replace function public.enquiries_to_remind_of() returns table (enquiry uuid)
language sql stable set search_path = '' as $$
  select id from public.contact_submissions
  where reminded_at is null and state in ('new', 'taken') and created_at < now() - interval '20 hours'
    and (
      not is_set_aside
      or not exists (
        select from public.contact_submissions as told
        where told.suspicions <> '{}' and told.reminded_at > now() - interval '1 day'
      )
    )
$$;

-- Whether somebody was told today of an enquiry that was set aside.
create function private.has_set_aside_rung() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.contact_submissions
    join public.notices on notices.enquiry_id = contact_submissions.id
    where contact_submissions.suspicions <> '{}' and notices.created_at > now() - interval '1 day'
  )
$$;
revoke execute on function private.has_set_aside_rung from public;

-- An enquiry, to all who may take it; once one of them has, the others need not look. What is set aside rings once a day,
-- since robots send many.
create or replace function private.tell_of_enquiry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.notices where enquiry_id = new.id and read_at is null and user_id is distinct from private.my_id();
    update public.notices set read_at = now() where enquiry_id = new.id and read_at is null;
  elsif not private.is_bringing_back() and not (new.is_set_aside and private.has_set_aside_rung()) then
    insert into public.notices (user_id, enquiry_id)
    select user_profiles.id, new.id from public.user_profiles
    where user_profiles.agency_id = private.website_agency_id()
      and private.is_staff_of(user_profiles.id, user_profiles.agency_id);
  end if;
  return null;
end
$$;

drop trigger tell_of_enquiry on public.contact_submissions;
create trigger tell_of_enquiry
  after insert on public.contact_submissions for each row
  when (new.state = 'new')
  execute function private.tell_of_enquiry();

-- Those that were set aside before are not mailed about all at once.
update public.contact_submissions set reminded_at = now() where is_set_aside and reminded_at is null;
