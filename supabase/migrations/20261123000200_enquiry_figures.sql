-- What the list of enquiries is narrowed by. What looks like a robot's, and nobody has taken up, stands apart.
alter table public.contact_submissions
  add column search_text text generated always as (lower(name || chr(10) || business_name || chr(10) || email)) stored,
  add column is_set_aside boolean not null generated always as (state = 'new' and suspicions <> '{}') stored;

-- How the enquiries stand, as far as the caller reads them: how many wait for an answer, how many of those have waited
-- longer than the hours that the website promises, how many are set aside, and how long an answer takes, as the median
-- of the last thirty days.
create function public.enquiry_figures(reply_hours integer)
returns table (waiting integer, late integer, set_aside integer, median_seconds integer)
language sql stable set search_path = '' as $$
  select
    (count(*) filter (where waits))::integer,
    (count(*) filter (where waits and created_at < now() - make_interval(hours => reply_hours)))::integer,
    (count(*) filter (where is_set_aside))::integer,
    (percentile_cont(0.5) within group (order by extract(epoch from answered_at - created_at)::double precision)
      filter (where answered_at > now() - interval '30 days'))::integer
  from (
    select created_at, answered_at, is_set_aside, state in ('new', 'taken') and not is_set_aside as waits
    from public.contact_submissions
  ) as enquiries
$$;
revoke execute on function public.enquiry_figures from public, anon;
