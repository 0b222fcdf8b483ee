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
create index client_requests_client_id_idx on public.client_requests (client_id, created_at desc);
create index client_requests_open_idx on public.client_requests (agency_id, created_at) where closed_at is null;
create index client_requests_link_id_idx on public.client_requests (link_id, created_at);
create index client_requests_assigned_to_idx on public.client_requests (assigned_to);
create index client_requests_step_id_idx on public.client_requests (step_id);
create index client_requests_update_id_idx on public.client_requests (update_id);
create index client_requests_unmailed_idx on public.client_requests (created_at)
  where notified_at is null or status = 'done' and told_at is null;

alter table public.client_requests enable row level security;
revoke all on public.client_requests from anon, authenticated, service_role;
grant select, insert, update, delete on public.client_requests to service_role;
grant select, update (status, reason, assigned_to, step_id, update_id, counts_as_content_update)
  on public.client_requests to authenticated;

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
create index client_request_files_request_id_idx on public.client_request_files (request_id);

alter table public.client_request_files enable row level security;
revoke all on public.client_request_files from anon, authenticated, service_role;
grant select, insert, update, delete on public.client_request_files to service_role;
grant select on public.client_request_files to authenticated;

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

alter publication supabase_realtime add table public.client_requests;
