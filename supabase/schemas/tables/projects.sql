-- The work an agency does for a client.
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
  -- What the search box looks through: the name, the description and the client's name. Under row policies
  -- Postgres uses no trigram index (ilike could leak what it compares), and one like over this column spares it the join
  -- with the clients. Triggers keep it; nobody may write it.
  search_text            text not null default '',
  -- What a list is sorted by: the course of the work, and how much it presses, where the words would be sorted by letter.
  status_rank            int generated always as (array_position(array[
                           'planning', 'in_progress', 'review', 'on_hold', 'completed', 'cancelled'], status)) stored,
  priority_rank          int generated always as (array_position(array[
                           'low', 'medium', 'high', 'urgent'], priority)) stored,
  -- The name alone, for a field in which a project is chosen by it.
  search_name            text generated always as (private.search_text(name)) stored,
  -- Steps name both.
  unique (id, agency_id),
  -- A project is in its client's agency, and moves and goes with its client.
  constraint projects_client_id_fkey foreign key (client_id, agency_id)
    references public.clients (id, agency_id) on update cascade on delete cascade
);
create index projects_agency_id_idx on public.projects (agency_id, created_at desc);
create index projects_client_id_idx on public.projects (client_id, created_at desc);
create index projects_assigned_to_idx on public.projects (assigned_to);
create index projects_created_by_idx on public.projects (created_by);
create index projects_created_at_idx on public.projects (created_at desc);
create index projects_status_idx on public.projects (status);

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

-- The agency is the client's, as far as the caller sees that client; else their own, for the policy or the foreign key
-- to refuse.
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

-- A project is assigned to somebody on the staff of its agency. This is checked when it is assigned or moved, and not
-- at every later edit, so that a colleague who changed jobs does not block the form. The trigger runs before the
-- policies, which refuse a caller from another agency: it must not tell them first who works there.
create function private.verify_assignee() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated'
     and new.agency_id is distinct from private.my_active_agency_id()
     and not private.is_super_admin() then
    return new;
  end if;
  if new.assigned_to is null
     or tg_op = 'UPDATE' and (new.assigned_to, new.agency_id) = (old.assigned_to, old.agency_id)
     or private.is_staff_of(new.assigned_to, new.agency_id) then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.assigned_to = old.assigned_to or private.is_bringing_back() then
    -- The project moved to another agency, or was away while its assignee left.
    new.assigned_to := null;
    return new;
  end if;
  raise exception 'A project can only be assigned to staff of its agency.' using errcode = '23514';
end
$$;
revoke execute on function private.verify_assignee from public;

-- The words that a project is found by.
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

-- Triggers fire in the order of their names: fill in first, then verify.
create trigger fill_in_agency
  before insert on public.projects for each row execute function private.fill_in_project_agency();
create trigger fill_in_created_by
  before insert on public.projects for each row execute function private.fill_in_caller('created_by');
-- A client's new name changes search_text alone, and to an editor of a project nothing changed. It fires before
-- search_text is written, so that one that differs already can only come from a renamed client.
create trigger touch_updated_at
  before update on public.projects for each row
  when (old.search_text = new.search_text)
  execute function private.touch_updated_at();
create trigger verify_assignee
  before insert or update on public.projects for each row execute function private.verify_assignee();
create trigger write_search_text
  before insert or update of name, description, client_id on public.projects
  for each row execute function private.write_project_search_text();

alter publication supabase_realtime add table public.projects;
