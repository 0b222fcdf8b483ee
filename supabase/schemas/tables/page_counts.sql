-- Page views of the website as sums per day (UTC), page, service and plan. The server counts them from its requests; no
-- visitor is identified.
create table public.page_counts (
  day     date not null,
  page    text not null check (page ~ '^/' and length(page) <= 200),
  -- The service of the contact form; '' if unknown.
  service text not null default '' check (service in ('', 'website', 'marketing', 'ai', 'design', 'other')),
  plan    text not null default '' check (length(plan) <= 100),
  -- Visits from outside the site, all views, and openings of the contact page from this page.
  visits  integer not null default 0 check (visits >= 0),
  views   integer not null default 0 check (views >= 0),
  calls   integer not null default 0 check (calls >= 0),
  primary key (day, page, service, plan)
);

alter table public.page_counts enable row level security;
revoke all on public.page_counts from anon, authenticated, service_role;
grant select on public.page_counts to authenticated;
grant select, insert, update, delete on public.page_counts to service_role;

create policy "who reads the enquiries reads what led to them"
  on public.page_counts for select to authenticated
  using ((select private.reads_enquiries()));

-- Adds to the counts, from any number of servers, and deletes counts past their retention time.
create function public.count_pages(counts jsonb) returns void
language sql set search_path = '' as $$
  insert into public.page_counts (day, page, service, plan, visits, views, calls)
  select day, page, service, plan, sum(visits), sum(views), sum(calls)
  from jsonb_to_recordset(counts)
    as added (day date, page text, service text, plan text, visits integer, views integer, calls integer)
  group by day, page, service, plan
  -- Concurrent servers lock the rows in the same order.
  order by day, page, service, plan
  on conflict (day, page, service, plan) do update set
    visits = page_counts.visits + excluded.visits,
    views = page_counts.views + excluded.views,
    calls = page_counts.calls + excluded.calls;
  delete from public.page_counts where day < (now() at time zone 'UTC')::date - 400
$$;
revoke execute on function public.count_pages from public, anon, authenticated;
grant execute on function public.count_pages to service_role;

-- The figures of the last days, today included, that the caller may read: a row for each day, page, service and plan,
-- and one with the day of the first count (`since`). Enquiries of the website are counted by their date and topic, without
-- those set aside and spam.
create function public.visit_figures(days integer)
returns table (about text, name text, visits integer, views integer, calls integer, enquiries integer)
language sql stable set search_path = '' as $$
  with span as (
    select today - least(greatest(days, 1), 366) + 1 as first, today
    from (select (now() at time zone 'UTC')::date as today) as now
  ),
  everything as (
    select day, page, service, plan, visits, views, calls, 0 as enquiries
    from public.page_counts, span where day between first and today
    union all
    select (created_at at time zone 'UTC')::date, '', service, '', 0, 0, 0, 1
    from public.contact_submissions, span
    where created_at >= first::timestamp at time zone 'UTC' and came_by = 'website'
      and not is_set_aside and state <> 'spam'
    union all
    select generate_series(first, today, interval '1 day')::date, '', '', '', 0, 0, 0, 0 from span
  ),
  named as (
    select about, name, visits, views, calls, enquiries
    from everything,
      lateral (values ('day', day::text), ('page', page), ('service', service), ('plan', plan)) as told (about, name)
    where name <> ''
  )
  select 'since', (select min(day)::text from public.page_counts), 0, 0, 0, 0
  union all
  select about, name, sum(visits)::integer, sum(views)::integer, sum(calls)::integer, sum(enquiries)::integer
  from named group by about, name
  order by 1, 2
$$;
revoke execute on function public.visit_figures from public, anon;
grant execute on function public.visit_figures to authenticated, service_role;
