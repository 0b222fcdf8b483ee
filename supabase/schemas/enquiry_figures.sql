-- Figures of the enquiries that the caller may read: how many wait, how many of those wait longer than the website promises, how
-- many are set aside, the median response time of the last thirty days, and which of the calls of those days came about.
create function public.enquiry_figures(reply_hours integer)
returns table (
  waiting integer, late integer, set_aside integer, median_seconds integer, calls_came integer, calls_missed integer
)
language sql stable set search_path = '' as $$
  select
    (count(*) filter (where waits))::integer,
    (count(*) filter (where waits and created_at < now() - make_interval(hours => reply_hours)))::integer,
    (count(*) filter (where is_set_aside))::integer,
    (percentile_cont(0.5) within group (order by extract(epoch from answered_at - created_at)::double precision)
      filter (where answered_at > now() - interval '30 days'))::integer,
    (select count(*)::integer from public.calls
     where enquiry_id is not null and state = 'came' and starts_at > now() - interval '30 days'),
    (select count(*)::integer from public.calls
     where enquiry_id is not null and state = 'did not come' and starts_at > now() - interval '30 days')
  from (
    select created_at, answered_at, is_set_aside, state in ('new', 'taken') as waits
    from public.contact_submissions
  ) as enquiries
$$;
revoke execute on function public.enquiry_figures from public, anon;
grant execute on function public.enquiry_figures to authenticated, service_role;
