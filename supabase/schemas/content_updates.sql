-- How many content updates a client had in each month, and by which plans they are measured. An update belongs to the month in
-- which it was created. Months begin at midnight UTC, as the days of the page that the client opens do.

-- When each thing that counts for a client was delivered: updates, and what the client asked for and got. A request whose own
-- update counts is not counted twice.
create function private.content_updates_of(client uuid) returns table (delivered_at timestamptz)
language sql stable set search_path = '' as $$
  select project_updates.created_at
  from public.projects
  join public.project_updates on project_updates.project_id = projects.id and project_updates.counts_as_content_update
  where projects.client_id = client
  union all
  select client_requests.closed_at
  from public.client_requests
  left join public.project_updates on project_updates.id = client_requests.update_id
  where client_requests.client_id = client
    and client_requests.counts_as_content_update and client_requests.status = 'done'
    and project_updates.counts_as_content_update is not true
$$;
revoke execute on function private.content_updates_of from public;
grant execute on function private.content_updates_of to authenticated, service_role;

create function private.note_last_content_update(client uuid) returns void
language sql security definer set search_path = '' as $$
  update public.clients
  set last_content_update_at = newest.delivered_at
  from (select max(delivered_at) as delivered_at from private.content_updates_of(client)) as newest
  where clients.id = client and clients.last_content_update_at is distinct from newest.delivered_at
$$;
revoke execute on function private.note_last_content_update from public;

create function private.note_content_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_last_content_update(projects.client_id)
  from public.projects where projects.id = coalesce(new.project_id, old.project_id);
  return null;
end
$$;
revoke execute on function private.note_content_update from public;

create trigger note_content_update_added
  after insert on public.project_updates for each row
  when (new.counts_as_content_update)
  execute function private.note_content_update();
create trigger note_content_update_changed
  after update of counts_as_content_update, created_at on public.project_updates for each row
  when (
    (old.counts_as_content_update or new.counts_as_content_update)
    and (old.counts_as_content_update, old.created_at)
      is distinct from (new.counts_as_content_update, new.created_at)
  )
  execute function private.note_content_update();
create trigger note_content_update_deleted
  after delete on public.project_updates for each row
  when (old.counts_as_content_update)
  execute function private.note_content_update();

-- A project takes its updates along, to another client or away.
create function private.note_content_updates_moved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_last_content_update(client) from unnest(array[old.client_id, new.client_id]) as client;
  return null;
end
$$;
revoke execute on function private.note_content_updates_moved from public;

create trigger note_content_updates_moved
  after update of client_id on public.projects for each row
  when (old.client_id <> new.client_id)
  execute function private.note_content_updates_moved();

create function private.note_content_updates_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_last_content_update(client_id) from (select distinct client_id from gone) as clients_of_gone;
  return null;
end
$$;
revoke execute on function private.note_content_updates_deleted from public;

create trigger note_content_updates_deleted
  after delete on public.projects
  referencing old table as gone
  for each statement execute function private.note_content_updates_deleted();

-- What a client asked for counts from when it is done.
create function private.note_content_request() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_last_content_update(client) from unnest(array[old.client_id, new.client_id]) as client;
  return null;
end
$$;
revoke execute on function private.note_content_request from public;

create trigger note_content_request_changed
  after update of counts_as_content_update, status, update_id, client_id on public.client_requests for each row
  when (old.counts_as_content_update or new.counts_as_content_update)
  execute function private.note_content_request();
create trigger note_content_request_deleted
  after delete on public.client_requests for each row
  when (old.counts_as_content_update)
  execute function private.note_content_request();

-- This month and the eleven before it, the newest first: the plans that the client had in each, the latest first, and how many
-- updates counted. No row where the caller does not see the client.
create function public.plan_months(client uuid)
returns table (month date, plans text[], counted integer)
language sql stable set search_path = '' as $$
  with had as (
    select
      clients.plan,
      coalesce(
        clients.plan_since,
        -- The day on which the plan before it ended: it begins within that day.
        (select max(until) - 1 from public.client_earlier_plans where client_id = clients.id)
      ) as since,
      null::date as until
    from public.clients where clients.id = plan_months.client
    union all
    select plan, since, until from public.client_earlier_plans where client_id = plan_months.client
  ),
  counts as (
    select date_trunc('month', delivered_at at time zone 'UTC') as month, count(*)::integer as counted
    from private.content_updates_of(plan_months.client)
    group by 1
  )
  select
    months.month::date,
    array(
      select had.plan
      from had
      where had.plan is not null
        and (had.since is null or had.since < months.month + interval '1 month')
        and (had.until is null or had.until > months.month and (had.since is null or had.until > had.since))
      order by had.until desc nulls first, had.since desc nulls last
    ),
    coalesce(counts.counted, 0)
  from public.clients
  cross join generate_series(0, 11) as ago
  cross join lateral (
    select date_trunc('month', now() at time zone 'UTC') - make_interval(months => ago) as month
  ) as months
  left join counts on counts.month = months.month
  where clients.id = plan_months.client
  order by months.month desc
$$;
revoke execute on function public.plan_months from public, anon;
grant execute on function public.plan_months to authenticated, service_role;
