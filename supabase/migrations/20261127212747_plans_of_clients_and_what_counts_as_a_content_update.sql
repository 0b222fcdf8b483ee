-- plans of clients and what counts as a content update

update public.role_permissions
set subject = 'What clients opened and answered, their earlier plans, and what updates said before',
    covers = '{client_link_openings, update_answers, update_reach, client_earlier_plans, project_update_versions}'
where position = 14;

-- Whether the page that a client opens by a link says how many content updates of their plan they have had this month.
alter table public.agencies add column show_clients_their_plan boolean not null default false;

revoke all on public.agencies from anon, authenticated, service_role;

grant select, insert, update, delete on public.agencies to service_role;

grant select, delete on public.agencies to authenticated;

grant insert (name, email, website_url, contact_person, phone, subscription_tier, is_active, logo_url, answers_website,
              postal_address, live_chat_hours, social_links, fields_of_work, testimonials, cases,
              show_clients_their_plan),
      update (name, email, website_url, contact_person, phone, subscription_tier, is_active, logo_url, answers_website,
              postal_address, live_chat_hours, social_links, fields_of_work, testimonials, cases,
              show_clients_their_plan)
  on public.agencies to authenticated;

-- The plan that the client pays for, by its name on the website's price list, and its first day. A plan that the list no
-- longer has stays as it is stored.
alter table public.clients add column plan text check (plan ~ '\S' and length(plan) <= 100);

alter table public.clients add column plan_since date;

-- When the newest update that counts as a content update was created, so that a list finds the clients without one this
-- month by their own rows. The database alone sets it.
alter table public.clients add column last_content_update_at timestamptz;

revoke all on public.clients from anon, authenticated, service_role;

grant select, insert, update, delete on public.clients to service_role;

grant select, delete on public.clients to authenticated;

grant insert (agency_id, name, company_name, email, phone, website_url, industry, prospect_status, plan, plan_since),
      update (agency_id, name, company_name, email, phone, website_url, industry, prospect_status, wants_digest, plan,
              plan_since)
  on public.clients to authenticated;

create index clients_plan_idx on public.clients (agency_id, last_content_update_at) where plan is not null;

drop trigger touch_updated_at on public.clients;

-- The weekly mail sets digested_at and an update for the client last_content_update_at, which are no changes that a
-- colleague's open form must hear of.
create trigger touch_updated_at
  before update on public.clients for each row
  when (
    (old.digested_at, old.last_content_update_at) is not distinct from (new.digested_at, new.last_content_update_at)
  )
  execute function private.touch_updated_at();

-- The plans that clients had before their present one. In the month in which a plan changes the larger number of content
-- updates counts, so the earlier plan has to be known. The database alone writes these rows.
create table public.client_earlier_plans (
  id          uuid primary key default gen_random_uuid(),
  client_id   uuid not null references public.clients (id) on delete cascade,
  -- Null where the client had no plan.
  plan        text,
  since       date,
  -- The first day on which the client no longer had it.
  until       date not null,
  replaced_at timestamptz not null default clock_timestamp()
);

alter table public.client_earlier_plans enable row level security;

revoke all on public.client_earlier_plans from anon, authenticated, service_role;

grant select, insert, update, delete on public.client_earlier_plans to service_role;

grant select on public.client_earlier_plans to authenticated;

create index client_earlier_plans_client_id_idx on public.client_earlier_plans (client_id, replaced_at desc);

create policy "whoever sees a client reads its earlier plans"
  on public.client_earlier_plans for select to authenticated
  using (exists (select from public.clients where clients.id = client_earlier_plans.client_id));

create function private.clear_day_without_plan() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.plan_since := null;
  return new;
end
$$;

revoke execute on function private.clear_day_without_plan from public;

create trigger clear_day_without_plan
  before insert or update on public.clients for each row
  when (new.plan is null and new.plan_since is not null)
  execute function private.clear_day_without_plan();

-- Who may change a client's plan may not write its history.
create function private.keep_earlier_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  latest public.client_earlier_plans;
  today constant date := (now() at time zone 'UTC')::date;
begin
  select * into latest
  from public.client_earlier_plans where client_id = new.id order by replaced_at desc limit 1;
  -- A plan that comes back with the day on which it had begun was never given up: an import is undone, or a wrong choice is
  -- put right. A client without a plan again has given theirs up, unless it was chosen within the last day.
  if found and (latest.plan, latest.since) is not distinct from (new.plan, new.plan_since)
     and (new.plan is not null or latest.replaced_at > now() - interval '1 day') then
    delete from public.client_earlier_plans where id = latest.id;
  else
    insert into public.client_earlier_plans (client_id, plan, since, until)
    values (
      new.id, old.plan, old.plan_since,
      -- Without a day of its own for the new plan, the earlier one still held today.
      case when new.plan_since is distinct from old.plan_since then coalesce(new.plan_since, today + 1) else today + 1 end
    );
  end if;
  return null;
end
$$;

revoke execute on function private.keep_earlier_plan from public;

create trigger keep_earlier_plan
  after update of plan, plan_since on public.clients for each row
  when (old.plan is distinct from new.plan)
  execute function private.keep_earlier_plan();

-- Whether it is one of the content updates that the client's plan includes each month.
alter table public.project_updates add column counts_as_content_update boolean not null default false;

revoke all on public.project_updates from anon, authenticated, service_role;

grant select, insert, update, delete on public.project_updates to service_role;

grant select, delete on public.project_updates to authenticated;

grant insert (project_id, created_by, title, content, update_type, visibility, is_milestone, counts_as_content_update),
      update (title, content, update_type, visibility, is_milestone, counts_as_content_update)
  on public.project_updates to authenticated;

create index project_updates_content_idx on public.project_updates (project_id, created_at desc)
  where counts_as_content_update;

-- How many content updates a client had in each month, and by which plans they are measured. An update belongs to the month in
-- which it was created. Months begin at midnight UTC, as the days of the page that the client opens do.
create function private.note_last_content_update(client uuid) returns void
language sql security definer set search_path = '' as $$
  update public.clients
  set last_content_update_at = newest.created_at
  from (
    select max(project_updates.created_at) as created_at
    from public.projects
    join public.project_updates on project_updates.project_id = projects.id and project_updates.counts_as_content_update
    where projects.client_id = client
  ) as newest
  where clients.id = client and clients.last_content_update_at is distinct from newest.created_at
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
  after update of counts_as_content_update on public.project_updates for each row
  when (old.counts_as_content_update <> new.counts_as_content_update)
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
    select date_trunc('month', project_updates.created_at at time zone 'UTC') as month, count(*)::integer as counted
    from public.projects
    join public.project_updates on project_updates.project_id = projects.id and project_updates.counts_as_content_update
    where projects.client_id = plan_months.client
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

-- The page of a link: `page` 1 has the newest fifty updates. Null where there is none. Opening it counts, if it `counts`.
create or replace function public.open_client_page(token_hash text, page integer default 1, counts boolean default true)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.client_links := private.valid_client_link(token_hash);
  at_a_time constant integer := 50;
begin
  if link.id is null then
    return null;
  end if;
  if counts and not exists (
    select from public.client_link_openings
    where link_id = link.id and opened_at > now() - interval '10 minutes'
  ) then
    insert into public.client_link_openings (link_id) values (link.id);
  end if;
  return (
    with shown as (
      select
        project_updates.*, projects.name as project_name,
        row_number() over (order by project_updates.created_at desc, project_updates.id) as place
      from public.project_updates
      join public.projects on projects.id = project_updates.project_id
      where projects.client_id = link.client_id and project_updates.visibility = 'client'
    )
    select jsonb_build_object(
      'client', clients.name,
      'agency', jsonb_build_object(
        'name', agencies.name, 'logo_url', agencies.logo_url, 'email', agencies.email, 'phone', agencies.phone,
        'website_url', agencies.website_url),
      'expires_at', link.expires_at,
      -- The plan of the month, where the agency shows it: what it is called, what it was before in this month, and how much
      -- counted.
      'plan', (
        select jsonb_build_object('plans', this_month.plans, 'counted', this_month.counted)
        from public.plan_months(clients.id) as this_month
        where agencies.show_clients_their_plan and clients.plan is not null and cardinality(this_month.plans) > 0
        order by this_month.month desc limit 1
      ),
      'projects', coalesce((
        select jsonb_agg(jsonb_build_object('name', projects.name, 'status', projects.status)
                         order by projects.created_at desc, projects.id)
        from public.projects where projects.client_id = clients.id
      ), '[]'),
      'milestones', coalesce((
        select jsonb_agg(jsonb_build_object('title', milestones.title, 'at', milestones.created_at)
                         order by milestones.created_at)
        from (
          select * from shown where is_milestone or update_type = 'milestone' order by created_at desc limit 12
        ) as milestones
      ), '[]'),
      'count', (select count(*) from shown),
      'page', page,
      'pages', greatest(1, (select ceil(count(*)::numeric / at_a_time) from shown))::integer,
      'updates', coalesce((
        select jsonb_agg(jsonb_build_object(
          'ref', private.name_within_link(token_hash, shown.id),
          'project', shown.project_name,
          'title', shown.title,
          'content', shown.content,
          'type', shown.update_type,
          'is_milestone', shown.is_milestone,
          'at', shown.created_at,
          'edited_at', shown.edited_at,
          'files', coalesce((
            select jsonb_agg(jsonb_build_object(
              'ref', private.name_within_link(token_hash, attachments.id),
              'name', attachments.file_name, 'type', attachments.file_type, 'size', attachments.file_size
            ) order by attachments.created_at, attachments.id)
            from public.client_update_attachments as attachments where attachments.update_id = shown.id
          ), '[]'),
          'answer', (
            select jsonb_build_object(
              'answer', update_answers.answer, 'comment', update_answers.comment, 'name', update_answers.name,
              'at', update_answers.created_at)
            from public.update_answers where update_answers.update_id = shown.id
          )
        ) order by shown.place)
        from shown where shown.place > (page - 1) * at_a_time and shown.place <= page * at_a_time
      ), '[]')
    )
    from public.clients
    join public.agencies on agencies.id = clients.agency_id
    where clients.id = link.client_id
  );
end
$$;

-- What a file may say of a row. What it says nothing of stays out of an import: who a project is assigned to, for one, so that
-- nobody is told of a thousand projects at once.
create or replace function private.imported_columns(place text) returns text[]
language sql immutable set search_path = ''
return case place
  when 'clients' then '{name, company_name, email, phone, website_url, industry, prospect_status, plan,
                        plan_since}'::text[]
  when 'projects' then '{client_id, name, description, project_type, status, priority, start_date, target_completion_date,
                         actual_completion_date, budget, requirements}'::text[]
end;
