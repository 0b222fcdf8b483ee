-- Projects: the work of an agency for a client.
create table public.projects (
  id                     uuid primary key default gen_random_uuid(),
  agency_id              uuid not null references public.agencies (id) on delete cascade,
  client_id              uuid not null,
  name                   text not null check (name ~ '\S' and length(name) <= 200),
  description            text check (length(description) <= 10000),
  project_type           text not null check (project_type in (
                           'web_development', 'graphic_design', 'digital_marketing', 'ai_automation', 'consultation',
                           'maintenance')),
  status                 text not null default 'planning' check (status in (
                           'planning', 'in_progress', 'review', 'completed', 'on_hold', 'cancelled')),
  priority               text not null default 'medium' check (priority in ('low', 'medium', 'high', 'urgent')),
  start_date             date,
  target_completion_date date,
  actual_completion_date date,
  budget                 numeric(12, 2) check (budget >= 0),
  requirements           text check (length(requirements) <= 20000),
  assigned_to            uuid references public.user_profiles (id) on delete set null,
  created_by             uuid references public.user_profiles (id) on delete set null,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now(),
  -- The text that the search box compares: name, description and the client's name. Under row policies Postgres uses no
  -- trigram index (ilike could leak compared values), and one LIKE on this column needs no join with the clients.
  -- Triggers maintain it; nobody may write it.
  search_text            text not null default '',
  -- The sort order of status and priority, which would otherwise be sorted by letter.
  status_rank            int generated always as (array_position(array[
                           'planning', 'in_progress', 'review', 'on_hold', 'completed', 'cancelled'], status)) stored,
  priority_rank          int generated always as (array_position(array[
                           'low', 'medium', 'high', 'urgent'], priority)) stored,
  -- The name alone, for fields in which a project is chosen.
  search_name            text generated always as (private.search_text(name)) stored,
  -- How many steps it has and how many are done, and the earliest day of those that are not. Triggers on the steps keep them, so
  -- that a list of projects counts nothing; nobody may write them.
  steps                  int not null default 0,
  steps_done             int not null default 0,
  next_step_on           date,
  -- A composite key for steps, which refer to their project and its agency together.
  unique (id, agency_id),
  -- A project belongs to its client's agency, and is moved and deleted with its client.
  constraint projects_client_id_fkey foreign key (client_id, agency_id)
    references public.clients (id, agency_id) on update cascade on delete cascade
);
create index projects_agency_id_idx on public.projects (agency_id, created_at desc);
create index projects_client_id_idx on public.projects (client_id, created_at desc);
-- What of a person's work is due, counted by this index alone.
create index projects_assigned_to_idx on public.projects (assigned_to, target_completion_date) include (agency_id, status);
create index projects_created_by_idx on public.projects (created_by);
create index projects_created_at_idx on public.projects (created_at desc);
-- Counts of a status, and the lists of open steps, which join their projects, read this index alone.
create index projects_agency_id_status_idx on public.projects (agency_id, status, created_at desc, id);

alter table public.projects enable row level security;
revoke all on public.projects from anon, authenticated, service_role;
grant select, insert, update, delete on public.projects to service_role;
grant select, delete on public.projects to authenticated;
grant insert (agency_id, client_id, name, description, project_type, status, priority, start_date,
              target_completion_date, actual_completion_date, budget, requirements, assigned_to, created_by),
      update (agency_id, client_id, name, description, project_type, status, priority, start_date,
              target_completion_date, actual_completion_date, budget, requirements, assigned_to)
  on public.projects to authenticated;

create policy "staff read their agency's projects, super admins all"
  on public.projects for select to authenticated
  using (agency_id = (select private.my_agency_id()) or (select private.is_super_admin()));

create policy "staff add projects of their own to their agency, super admins to any"
  on public.projects for insert to authenticated
  with check (
    created_by = (select private.my_id())
    and (agency_id = (select private.my_active_agency_id()) or (select private.is_super_admin()))
  );

create policy "staff edit their agency's projects, super admins all"
  on public.projects for update to authenticated
  using (agency_id = (select private.my_active_agency_id()) or (select private.is_super_admin()));

create policy "staff delete their agency's projects, super admins all"
  on public.projects for delete to authenticated
  using (agency_id = (select private.my_active_agency_id()) or (select private.is_super_admin()));

-- Fills in the agency of the client, if the caller may see that client; otherwise the caller's own, which the policy or
-- the foreign key then refuses.
create function private.fill_in_project_agency() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.agency_id := coalesce(
    new.agency_id,
    (select agency_id from public.clients where id = new.client_id),
    private.my_agency_id()
  );
  return new;
end
$$;
revoke execute on function private.fill_in_project_agency from public;

-- The text that a search for a project compares.
create function private.project_search_text(name text, description text, client_name text) returns text
language sql immutable set search_path = '' as $$
  select private.search_text(name) || chr(10) || coalesce(private.search_text(description), '') || chr(10)
    || coalesce(private.search_text(client_name), '')
$$;
revoke execute on function private.project_search_text from public;

-- The function runs as the owner, who sees every client; the policy decides whether the caller may name this one.
create function private.write_project_search_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.search_text := private.project_search_text(
    new.name, new.description, (select clients.name from public.clients where clients.id = new.client_id));
  return new;
end
$$;
revoke execute on function private.write_project_search_text from public;

-- Triggers run in the order of their names: values are filled in before they are verified.
create trigger fill_in_agency
  before insert on public.projects for each row execute function private.fill_in_project_agency();
create trigger fill_in_created_by
  before insert on public.projects for each row execute function private.fill_in_caller('created_by');
-- A client's new name changes search_text alone, and a step the numbers of steps alone: to an editor of a project nothing
-- changed. It fires before search_text is written, so that one that differs already can only come from a renamed client.
create trigger touch_updated_at
  before update on public.projects for each row
  when (
    (old.search_text, old.steps, old.steps_done, old.next_step_on)
      is not distinct from (new.search_text, new.steps, new.steps_done, new.next_step_on)
  )
  execute function private.touch_updated_at();
create trigger verify_assignee
  before insert or update on public.projects for each row
  execute function private.verify_assignee('assigned_to', 'A project can only be assigned to staff of its agency.');
create trigger write_search_text
  before insert or update of name, description, client_id on public.projects
  for each row execute function private.write_project_search_text();

alter publication supabase_realtime add table public.projects;
