-- what clients ask for

update public.role_permissions
set subject = 'Links for clients, and what clients ask for', covers = '{client_links, client_requests}'
where position = 13;

update public.role_permissions
set subject = 'What clients opened, answered and sent, their earlier plans, and what updates said before',
    covers = '{client_link_openings, update_answers, update_reach, client_earlier_plans, project_update_versions, client_request_files}'
where position = 14;

-- Whether the client may ask for something by it (client_requests.sql).
alter table public.client_links add column may_ask boolean not null default true;

-- Nobody has said of the links that are out already that one may ask by them.
update public.client_links set may_ask = false;

revoke all on public.client_links from anon, authenticated, service_role;

grant select, insert, update, delete on public.client_links to service_role;

-- Links are only created by make_client_link, which generates the tokens.
grant select, update (name, expires_at, revoked_at, may_ask) on public.client_links to authenticated;

-- What clients ask for on their own page: a few words and files. Only the function behind the page adds a row
-- (client_asks.sql); the staff of the client's agency says what becomes of it.
create table public.client_requests (
  id          uuid primary key default gen_random_uuid(),
  -- The agency is that of the client. It stands here so that the policies and the dashboard need no join.
  agency_id   uuid not null,
  client_id   uuid not null,
  -- The link by which the client asked.
  link_id     uuid references public.client_links (id) on delete set null,
  title       text not null check (title ~ '\S' and length(title) <= 120),
  words       text check (words ~ '\S' and length(words) <= 5000),
  name        text not null check (name ~ '\S' and length(name) <= 100),
  status      text not null default 'received' check (status in ('received', 'in_progress', 'done', 'not_now')),
  -- Why it is not done now, for the client to read.
  reason      text check (reason ~ '\S' and length(reason) <= 500),
  assigned_to uuid references public.user_profiles (id) on delete set null,
  -- The step that was made of it, and the update in which the client reads of it.
  step_id     uuid references public.project_steps (id) on delete set null,
  update_id   uuid references public.project_updates (id) on delete set null,
  -- Whether it is one of the content updates of the client's plan, in the month in which it was done.
  counts_as_content_update boolean not null default false,
  created_at  timestamptz not null default now(),
  -- When it was done or put off; set by the database.
  closed_at   timestamptz,
  -- The times at which the agency and, once it was done, the client were mailed.
  notified_at timestamptz,
  told_at     timestamptz,
  -- The end of a claim to mail it; after that another process may take it over.
  mailing_until timestamptz,
  constraint client_requests_reason_of_not_now check ((status = 'not_now') = (reason is not null)),
  constraint client_requests_client_id_fkey foreign key (client_id, agency_id)
    references public.clients (id, agency_id) on update cascade on delete cascade
);

alter table public.client_requests enable row level security;

revoke all on public.client_requests from anon, authenticated, service_role;

grant select, insert, update, delete on public.client_requests to service_role;

grant select, update (status, reason, assigned_to, step_id, update_id, counts_as_content_update)
  on public.client_requests to authenticated;

create index client_requests_client_id_idx on public.client_requests (client_id, created_at desc);

create index client_requests_open_idx on public.client_requests (agency_id, created_at) where closed_at is null;

create index client_requests_link_id_idx on public.client_requests (link_id, created_at);

create index client_requests_assigned_to_idx on public.client_requests (assigned_to);

create index client_requests_step_id_idx on public.client_requests (step_id);

create index client_requests_update_id_idx on public.client_requests (update_id);

create index client_requests_unmailed_idx on public.client_requests (created_at)
  where notified_at is null or status = 'done' and told_at is null;

create policy "staff read what their agency's clients ask for, super admins all"
  on public.client_requests for select to authenticated
  using (agency_id = (select private.my_agency_id()) or (select private.is_super_admin()));

create policy "staff say what becomes of what their agency's clients ask for, super admins of all"
  on public.client_requests for update to authenticated
  using (agency_id = (select private.my_active_agency_id()) or (select private.is_super_admin()));

-- The files of a request; their bytes are in the bucket of the files of updates, in a folder with the request's id.
create table public.client_request_files (
  id         uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.client_requests (id) on delete cascade,
  file_name  text not null check (file_name ~ '\S' and length(file_name) <= 255),
  file_path  text not null unique
               check (starts_with(file_path, request_id::text || '/') and file_path !~ '(^|/)\.\.?(/|$)'
                      and length(file_path) <= 1024),
  file_type  text not null check (file_type in (
               'image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/csv',
               'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  file_size  integer not null check (file_size between 0 and 10485760),
  created_at timestamptz not null default now()
);

alter table public.client_request_files enable row level security;

revoke all on public.client_request_files from anon, authenticated, service_role;

grant select, insert, update, delete on public.client_request_files to service_role;

grant select on public.client_request_files to authenticated;

create index client_request_files_request_id_idx on public.client_request_files (request_id);

create policy "whoever sees a request reads which files it has"
  on public.client_request_files for select to authenticated
  using (exists (select from public.client_requests where client_requests.id = client_request_files.request_id));

-- Fills in what follows from the rest of the row: a request that somebody takes is in progress, and a reason belongs to one
-- that is put off.
create function private.fill_in_request() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_bringing_back() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.agency_id := coalesce(new.agency_id, (select agency_id from public.clients where id = new.client_id));
  elsif new.status = 'received' and new.assigned_to is distinct from old.assigned_to and new.assigned_to is not null then
    new.status := 'in_progress';
  end if;
  if new.status <> 'not_now' then
    new.reason := null;
  end if;
  if tg_op = 'INSERT' or new.status <> old.status then
    new.closed_at := case when new.status in ('done', 'not_now') then clock_timestamp() end;
  end if;
  return new;
end
$$;

revoke execute on function private.fill_in_request from public;

-- Triggers fire in the order of their names: fill in first, then verify.
create trigger fill_in_request
  before insert or update on public.client_requests for each row execute function private.fill_in_request();

create trigger verify_assignee
  before insert or update on public.client_requests for each row
  execute function private.verify_assignee('assigned_to', 'A request can only be assigned to staff of its agency.');

-- Refuses a step or an update of another client. It runs after the policies, so that its error tells nobody else anything.
create function private.verify_request_links() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_bringing_back() then
    return null;
  end if;
  if new.step_id is distinct from old.step_id and new.step_id is not null and not exists (
    select from public.project_steps join public.projects on projects.id = project_steps.project_id
    where project_steps.id = new.step_id and projects.client_id = new.client_id
  ) or new.update_id is distinct from old.update_id and new.update_id is not null and not exists (
    select from public.project_updates join public.projects on projects.id = project_updates.project_id
    where project_updates.id = new.update_id and projects.client_id = new.client_id
  ) then
    raise exception 'What is made of a request belongs to a project of its client.' using errcode = '23514';
  end if;
  return null;
end
$$;

revoke execute on function private.verify_request_links from public;

create trigger verify_links
  after update of step_id, update_id on public.client_requests for each row
  execute function private.verify_request_links();

-- Somebody who leaves, or is deactivated, leaves what they have not finished to nobody.
create function private.leave_requests() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.client_requests set assigned_to = null where assigned_to = new.id and closed_at is null;
  return null;
end
$$;

revoke execute on function private.leave_requests from public;

create trigger leave_requests
  after update of agency_id, deactivated_at on public.user_profiles for each row
  when (old.agency_id is distinct from new.agency_id or old.deactivated_at is null and new.deactivated_at is not null)
  execute function private.leave_requests();

create trigger delete_files
  after delete on public.client_requests
  referencing old table as gone
  for each statement execute function private.delete_files_of_updates();

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

create or replace function private.note_last_content_update(client uuid) returns void
language sql security definer set search_path = '' as $$
  update public.clients
  set last_content_update_at = newest.delivered_at
  from (select max(delivered_at) as delivered_at from private.content_updates_of(client)) as newest
  where clients.id = client and clients.last_content_update_at is distinct from newest.delivered_at
$$;

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
create or replace function public.plan_months(client uuid)
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

alter table public.notices add column request_id uuid references public.client_requests (id) on delete cascade;

alter table public.notices drop constraint notices_about_one_thing;

alter table public.notices add constraint notices_about_one_thing CHECK ((num_nonnulls(project_id, step_id, answer_id, enquiry_id, message_id, client_note_id, project_note_id, update_id, request_id) = 1));

create index notices_request_id_idx on public.notices (request_id) where request_id is not null;

-- Who is told of what a client asks for: the person who looks after the client, else those to whom its open projects are
-- assigned.
create function private.told_of_requests(client uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with staff as (
    select looked_after_by as person from public.clients where id = client and private.is_staff_of(looked_after_by, agency_id)
  )
  select person from staff
  union
  select assigned_to from public.projects
  where client_id = client and status not in ('completed', 'cancelled')
    and private.is_staff_of(assigned_to, agency_id) and not exists (select from staff)
$$;

revoke execute on function private.told_of_requests from public;

-- Tells them of a request. Once somebody takes it or closes it, the unread notices are removed.
create function private.tell_of_request() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.notices where request_id = new.id and read_at is null;
  elsif not private.is_bringing_back() then
    insert into public.notices (user_id, request_id) select person, new.id from private.told_of_requests(new.client_id) as person;
  end if;
  return null;
end
$$;

revoke execute on function private.tell_of_request from public;

create trigger tell_of_request
  after insert on public.client_requests for each row execute function private.tell_of_request();

create trigger tell_of_request_taken
  after update of status on public.client_requests for each row
  when (old.status = 'received' and new.status <> 'received')
  execute function private.tell_of_request();

create policy "whoever sees what a client asks for reads its files"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'client-update-files'
    and exists (select from public.client_requests where client_requests.id = private.update_of_file(objects.name))
    and not private.is_abandoned(bucket_id, objects.name)
  );

-- Returns a page of the link: `page` 1 has the newest fifty updates. Null if there is no such page. With `counts` the
-- view is counted as an opening.
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
      'person', private.person_of_link(link),
      'may_ask', link.may_ask,
      'asked', private.requests_on_page(token_hash, link),
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
          'answer_by', shown.answer_by,
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

-- How a client asks for something by their link. As with the functions of client_page.sql, only the server calls these, with
-- the hash of a token, and an invalid link gives null.
-- Requests whose files are being uploaded. Files of one that was never stored, because the server stopped or the link was
-- revoked meanwhile, are removed after an hour.
create table private.client_request_uploads (
  request_id uuid primary key,
  started_at timestamptz not null default now()
);

revoke all on private.client_request_uploads from public, anon, authenticated, service_role;

-- Why a link may not ask for this now; null if it may. Without a title only the link is looked at, not the words.
create function private.request_problem(link public.client_links, title text, words text, name text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not link.may_ask then
    return 'closed';
  elsif (select count(*) from public.client_requests where client_id = link.client_id and closed_at is null) >= 50 then
    return 'too many open';
  elsif current_setting('app.settings.rate_limits', true) is distinct from 'off' and (
    select count(*) from public.client_requests
    where link_id = link.id and created_at > now() - interval '1 hour'
  ) >= 10 then
    return 'too many';
  elsif title is null then
    return null;
  elsif title !~ '\S' then
    return 'untitled';
  elsif coalesce(name, '') !~ '\S' then
    return 'nameless';
  elsif length(title) > 120 or length(words) > 5000 or length(name) > 100 then
    return 'too long';
  end if;
  return null;
end
$$;

revoke execute on function private.request_problem from public;

-- Announces a request before its files are uploaded. Returns 'ready', or the reason for a refusal: 'closed' if this link may
-- not ask, 'too many' in an hour, 'too many open', 'untitled', 'nameless' or 'too long'. Null if the link is not valid.
create function public.begin_client_request(
  token_hash text, request uuid, title text default null, words text default null, name text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.client_links := private.valid_client_link(token_hash);
  problem text;
begin
  if link.id is null then
    return null;
  end if;
  problem := private.request_problem(link, private.trimmed(title), private.trimmed(words), private.trimmed(name));
  if problem is null and title is not null then
    delete from private.client_request_uploads where started_at < now() - interval '1 day';
    insert into private.client_request_uploads (request_id) values (request) on conflict do nothing;
  end if;
  return coalesce(problem, 'ready');
end
$$;

revoke execute on function public.begin_client_request from public, anon, authenticated;

grant execute on function public.begin_client_request to service_role;

create function private.trimmed(typed text) returns text
language sql immutable set search_path = ''
return btrim(typed, E' \t\r\n');

revoke execute on function private.trimmed from public;

-- Stores a request with its uploaded files: `[{"path": …, "name": …}]`, whose type and size are those that storage found.
-- Returns 'stored', 'repeated' for what was asked in the same words and with the same files within ten minutes, or a reason as
-- begin_client_request does.
create function public.store_client_request(
  token_hash text, request uuid, title text, words text, name text, files jsonb default '[]'
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  link public.client_links := private.valid_client_link(token_hash);
  problem text;
begin
  -- Requests of one client wait for each other, so that a second click finds the first one's row, and the limits are exact.
  perform from public.clients where id = link.client_id for no key update;
  link := private.valid_client_link(token_hash);
  if link.id is null then
    return null;
  end if;
  title := private.trimmed(coalesce(title, ''));
  words := nullif(private.trimmed(words), '');
  name := private.trimmed(name);
  if exists (
    select from public.client_requests as sent
    where sent.client_id = link.client_id and sent.created_at > now() - interval '10 minutes'
      and (sent.title, sent.words, sent.name) is not distinct from
        (store_client_request.title, store_client_request.words, store_client_request.name)
      and private.names_and_sizes(sent.id) is not distinct from (
        select array_agg(row (file ->> 'name', (objects.metadata ->> 'size')::integer)::text order by file ->> 'name')
        from jsonb_array_elements(files) as file
        left join storage.objects on objects.bucket_id = 'client-update-files' and objects.name = file ->> 'path'
      )
  ) then
    return 'repeated';
  end if;
  problem := private.request_problem(link, title, words, name);
  if problem is not null then
    return problem;
  elsif jsonb_array_length(files) > 5 then
    return 'too many files';
  end if;
  insert into public.client_requests (id, client_id, link_id, title, words, name)
  values (request, link.client_id, link.id, store_client_request.title, store_client_request.words,
          store_client_request.name);
  insert into public.client_request_files (request_id, file_name, file_path, file_type, file_size)
  select request, file ->> 'name', file ->> 'path', objects.metadata ->> 'mimetype', (objects.metadata ->> 'size')::integer
  from jsonb_array_elements(files) as file
  -- A file that is not there violates the constraints of the row.
  left join storage.objects on objects.bucket_id = 'client-update-files' and objects.name = file ->> 'path';
  delete from private.client_request_uploads where request_id = request;
  return 'stored';
end
$$;

revoke execute on function public.store_client_request from public, anon, authenticated;

grant execute on function public.store_client_request to service_role;

create function private.names_and_sizes(request uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_agg(row (file_name, file_size)::text order by file_name)
  from public.client_request_files where request_id = request
$$;

revoke execute on function private.names_and_sizes from public;

-- What the client of a link has asked for: what is open, then the latest of what is closed, at most fifty.
create function private.requests_on_page(token_hash text, link public.client_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'title', asked.title, 'words', asked.words, 'name', asked.name, 'status', asked.status, 'reason', asked.reason,
    'at', asked.created_at,
    'files', array(
      select file_name from public.client_request_files where request_id = asked.id order by created_at, id
    ),
    -- The update in which the client reads of it, with the number of the page that it is on.
    'update', (
      select jsonb_build_object(
        'ref', private.name_within_link(token_hash, project_updates.id), 'title', project_updates.title,
        'page', 1 + (
          select count(*) / 50
          from public.project_updates as newer join public.projects on projects.id = newer.project_id
          where projects.client_id = link.client_id and newer.visibility = 'client'
            and (newer.created_at, project_updates.id) > (project_updates.created_at, newer.id)
        ))
      from public.project_updates join public.projects on projects.id = project_updates.project_id
      where project_updates.id = asked.update_id and project_updates.visibility = 'client'
        and projects.client_id = link.client_id
    )
  ) order by asked.closed_at is not null, asked.created_at desc, asked.id), '[]')
  from (
    select * from public.client_requests where client_id = link.client_id
    order by closed_at is not null, created_at desc, id limit 50
  ) as asked
$$;

revoke execute on function private.requests_on_page from public;

-- Requests of which the agency is still to be mailed, and done ones of which the client is: after a minute, in which a slip
-- can be taken back.
create function public.request_mails_to_send() returns table (request uuid, mail text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select id, 'received', client_requests.created_at from public.client_requests
  where notified_at is null and (mailing_until is null or mailing_until < now())
  union all
  select client_requests.id, 'done', client_requests.created_at
  from public.client_requests join public.clients on clients.id = client_requests.client_id
  where client_requests.status = 'done' and told_at is null and closed_at < now() - interval '1 minute'
    and private.can_be_mailed(clients.email) and (mailing_until is null or mailing_until < now())
$$;

revoke execute on function public.request_mails_to_send from public, anon, authenticated;

grant execute on function public.request_mails_to_send to service_role;

-- The recipients of the mail about a request: the client's agency; without an address of its own, the people whom the bell
-- tells, else its admins.
create function public.request_recipients(request uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  with asked as (select agency_id, client_id from public.client_requests where id = request)
  select coalesce(
    (select array[email] from public.agencies join asked on asked.agency_id = agencies.id where email is not null),
    (select array_agg(users.email::text order by users.email)
     from asked cross join private.told_of_requests(asked.client_id) as person join auth.users on users.id = person),
    (select array_agg(users.email::text order by users.email)
     from asked
     join public.user_profiles on user_profiles.agency_id = asked.agency_id and user_profiles.deactivated_at is null
     join public.user_roles on user_roles.user_id = user_profiles.id and user_roles.role in ('agency_admin', 'admin')
     join auth.users on users.id = user_profiles.id),
    '{}'
  )
$$;

revoke execute on function public.request_recipients from public, anon, authenticated;

grant execute on function public.request_recipients to service_role;

-- Creates the link of the mail that says that a request is done, and returns its token.
create function public.make_request_link(request uuid) returns text
language sql security definer set search_path = '' as $$
  select made.token
  from public.client_requests
  join public.clients on clients.id = client_requests.client_id
  cross join lateral private.add_client_link(clients.id, left('Mail to ' || clients.email, 100), 30, null) as made
  where client_requests.id = request
$$;

revoke execute on function public.make_request_link from public, anon, authenticated;

grant execute on function public.make_request_link to service_role;

alter table public.audit_events drop constraint audit_events_kind_check;

alter table public.audit_events add constraint audit_events_kind_check CHECK ((kind = ANY (ARRAY['signed_in'::text, 'sign_in_failed'::text, 'password_changed'::text, 'second_step_removed'::text, 'address_changed'::text, 'created'::text, 'invited'::text, 'invitation_revoked'::text, 'password_reset'::text, 'deactivated'::text, 'reactivated'::text, 'account_deleted'::text, 'role_given'::text, 'role_taken'::text, 'joined_agency'::text, 'left_agency'::text, 'agency_added'::text, 'agency_changed'::text, 'agency_deleted'::text, 'plan_changed'::text, 'main_person_changed'::text, 'client_asked'::text, 'request_closed'::text, 'client_deleted'::text, 'person_deleted'::text, 'project_deleted'::text, 'step_deleted'::text, 'note_deleted'::text, 'update_deleted'::text, 'enquiry_deleted'::text, 'brought_back'::text, 'vault_copied'::text, 'vault_viewed'::text, 'vault_taken_over'::text, 'exported'::text, 'erased'::text])));

-- Records what clients ask for, and what is done or put off.
create function private.audit_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  client constant text := (select name from public.clients where id = new.client_id);
begin
  if private.is_bringing_back() then
    return null;
  elsif tg_op = 'INSERT' then
    perform private.audit(
      'client_asked', new.agency_id, new.client_id, client, jsonb_build_object('title', new.title), 'somebody'
    );
  else
    perform private.audit(
      'request_closed', new.agency_id, new.client_id, client,
      jsonb_strip_nulls(jsonb_build_object('title', new.title, 'after', new.status, 'reason', new.reason))
    );
  end if;
  return null;
end
$$;

revoke execute on function private.audit_request from public;

create trigger audit_asked
  after insert on public.client_requests for each row execute function private.audit_request();

create trigger audit_closed
  after update of status on public.client_requests for each row
  when (old.status <> new.status and new.status in ('done', 'not_now'))
  execute function private.audit_request();

-- Whether rows of this table have a folder of files with their id.
create function private.has_files(place text) returns boolean
language sql immutable set search_path = ''
return place in ('public.project_updates', 'public.client_requests');

revoke execute on function private.has_files from public;

-- Whether the update or request exists in whose folder a file is.
create function private.has_owner(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.project_updates where id = private.update_of_file(name))
    or exists (select from public.client_requests where id = private.update_of_file(name))
$$;

revoke execute on function private.has_owner from public;

-- Files in the wrong bucket, with the right one: files of deleted and of restored updates and requests. The right bucket is
-- null for files of erased ones and files without an owner, which are to be removed.
create or replace function public.misplaced_files() returns table (bucket text, name text, belongs_in text)
language sql stable security definer set search_path = '' as $$
  select objects.bucket_id, objects.name, 'recently-deleted'
  from private.recently_deleted_rows as kept
  join storage.objects
    on objects.bucket_id = 'client-update-files'
    -- '0' follows '/' in byte order, so the range covers all names in the update's folder.
    and objects.name collate "C" >= (kept.content ->> 'id') || '/'
    and objects.name collate "C" < (kept.content ->> 'id') || '0'
  where private.has_files(kept.place) and not kept.is_cut
    and not private.is_abandoned(objects.bucket_id, objects.name)
  union all
  select objects.bucket_id, objects.name, null
  from private.client_request_uploads as uploads
  join storage.objects
    on objects.bucket_id = 'client-update-files'
    and objects.name collate "C" >= uploads.request_id || '/'
    and objects.name collate "C" < uploads.request_id || '0'
  where uploads.started_at < now() - interval '1 hour'
  union all
  select abandoned.bucket_id, abandoned.name, null
  from private.abandoned_files as abandoned
  join storage.objects on objects.bucket_id = abandoned.bucket_id and objects.name = abandoned.name
  union all
  select objects.bucket_id, objects.name, case when private.has_owner(objects.name) then 'client-update-files' end
  from storage.objects
  where objects.bucket_id = 'recently-deleted'
    and (
      private.has_owner(objects.name)
      or not exists (
        select from private.recently_deleted_rows as kept
        where kept.content ->> 'id' = private.update_of_file(objects.name)::text and not kept.is_cut
      )
    )
$$;

-- Deletions whose retention time has ended, and the files of each.
create or replace function public.expired_deletions() returns table (deletion uuid, files text[])
language sql stable security definer set search_path = '' as $$
  select recently_deleted.id, array(
    select objects.name
    from private.recently_deleted_rows as kept
    join storage.objects
      on objects.bucket_id = 'recently-deleted' and private.update_of_file(objects.name)::text = kept.content ->> 'id'
    where kept.deletion_id = recently_deleted.id and private.has_files(kept.place) and not kept.is_cut
    order by objects.name
  )
  from public.recently_deleted
  where deleted_at < now() - interval '30 days'
$$;

-- Whether a mail is due that no request triggers. Recent enquiries and updates do not count, because the request that wrote
-- them is about to trigger the mail.
create or replace function public.has_due_mails() returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.contact_submissions
    where notified_at is null and created_at < now() - interval '30 seconds'
  ) or exists (select from public.enquiries_to_remind_of())
  or exists (select from public.client_mails_to_send() where created_at < now() - interval '30 seconds')
  or exists (select from public.request_mails_to_send())
  or exists (select from private.due_review_reminders())
  or exists (select from private.late_reviews_to_tell())
  or exists (select from public.client_digests_to_send())
  or exists (select from public.notice_digests_to_send())
  or exists (select from public.due_address_mails())
$$;

-- The files in the folders of a client's updates and requests or of those of all clients of an agency, deleted ones included; and
-- the chat files of an agency or of a person.
create or replace function public.files_of(kind text, subject uuid) returns table (bucket text, name text)
language sql stable security definer set search_path = '' as $$
  select objects.bucket_id, objects.name
  from storage.objects
  where objects.bucket_id in ('client-update-files', 'recently-deleted')
    and private.update_of_file(objects.name) in (
      select project_updates.id
      from public.project_updates join public.projects on projects.id = project_updates.project_id
      where kind = 'client' and projects.client_id = subject or kind = 'agency' and projects.agency_id = subject
      union all
      select id from public.client_requests
      where kind = 'client' and client_id = subject or kind = 'agency' and agency_id = subject
      union all
      select (kept.content ->> 'id')::uuid
      from private.recently_deleted_rows as kept join public.recently_deleted on recently_deleted.id = kept.deletion_id
      where private.has_files(kept.place) and not kept.is_cut
        and (files_of.kind = 'client' and client_id = subject or files_of.kind = 'agency' and agency_id = subject)
    )
    or objects.bucket_id = 'chat-files' and (
      kind = 'agency' and private.agency_of_chat_file(objects.name) = subject
      or kind = 'person' and (
        objects.owner_id = subject::text
        or objects.name in (
          select path from private.chat_files join public.chat_messages on chat_messages.id = message_id
          where sender_id = subject
        )
      )
    )
  order by objects.name
$$;

alter publication supabase_realtime add table public.client_requests;
