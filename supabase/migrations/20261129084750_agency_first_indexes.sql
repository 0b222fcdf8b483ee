-- agency first indexes

drop index public.clients_prospect_status_idx;

drop index public.projects_status_idx;

-- Counts of a status read this index alone.
create index clients_agency_id_status_idx on public.clients (agency_id, prospect_status, created_at desc);

-- Counts of a status, and the lists of open steps, which join their projects, read this index alone.
create index projects_agency_id_status_idx on public.projects (agency_id, status, created_at desc, id);

drop index public.project_steps_open_idx;

-- The order of the list of everybody's steps, which reads a page of them instead of sorting all: for an agency, and for a super
-- admin.
create index project_steps_open_idx on public.project_steps (agency_id, due_on, created_at, id) where not is_done;

-- The reviews among an agency's updates, whose projects are found first.
create index project_updates_reviews_idx on public.project_updates (project_id)
  where update_type = 'review' and visibility = 'client';

-- The reach of each update that the client may see: whether their page was opened since, and their answer.
create or replace view public.update_reach with (security_invoker = true) as
  select
    project_updates.id as update_id, project_updates.title, project_updates.update_type, project_updates.shown_at,
    project_updates.project_id, projects.name as project_name, projects.client_id, clients.name as client_name,
    openings.times_opened, openings.first_opened_at, openings.last_opened_at, update_answers.answer,
    project_updates.answer_by, projects.agency_id
  from public.project_updates
  join public.projects on projects.id = project_updates.project_id
  -- Both are of one agency; said here, it lets Postgres look up the clients of a request for one agency.
  join public.clients on clients.id = projects.client_id and clients.agency_id = projects.agency_id
  left join public.update_answers on update_answers.update_id = project_updates.id
  cross join lateral (
    select
      count(*)::integer as times_opened,
      min(client_link_openings.opened_at) as first_opened_at,
      max(client_link_openings.opened_at) as last_opened_at
    from public.client_links
    join public.client_link_openings on client_link_openings.link_id = client_links.id
    where client_links.client_id = projects.client_id and client_link_openings.opened_at >= project_updates.shown_at
  ) as openings
  where project_updates.visibility = 'client';

-- Finds names that contain the typed text: those that begin with it first, then the newest, up to a number for each
-- kind. Thousands of projects may share a word and their rows are wide, so older ones are only read if the newest are
-- not enough. The function bypasses row policies and returns ids only, because Postgres cannot use a trigram index
-- under row policies (its comparison could leak values); find_anything applies the policies to the result. Rows of
-- other agencies are left out here so that they take no places. Each call is planned for its caller and its text: the rows of
-- an agency are then found by the agency, where that is less work than to find the text among those of all agencies.
create or replace function private.found_containing(typed text) returns table (kind text, id uuid, likeness double precision)
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  pattern constant text := private.anywhere(typed);
  sees_everything constant boolean := private.is_super_admin();
  agency constant uuid := private.my_agency_id();
begin
  return query
  with new_projects as materialized (
    select newest.id, 1 + starts_with(newest.search_name, typed)::int as likeness
    from (
      select projects.id, projects.search_name, projects.created_at
      from public.projects
      where sees_everything or projects.agency_id = agency
      order by projects.created_at desc limit 2000
    ) as newest
    where newest.search_name like pattern
    order by likeness desc, newest.created_at desc limit 8
  )
  (
    select 'client', clients.id, 1::double precision + starts_with(clients.search_text, typed)::int as likeness
    from public.clients
    where clients.search_text like pattern and (sees_everything or clients.agency_id = agency)
    order by likeness desc, clients.created_at desc limit 8
  )
  union all
  (
    select 'client_person', client_people.id, 1 + starts_with(client_people.search_text, typed)::int as likeness
    from public.client_people
    join public.clients on clients.id = client_people.client_id
    where client_people.search_text like pattern and (sees_everything or clients.agency_id = agency)
    order by likeness desc, client_people.created_at desc limit 8
  )
  union all
  select 'project', new_projects.id, new_projects.likeness from new_projects
  union all
  (
    select 'project', projects.id, 1 + starts_with(projects.search_name, typed)::int as likeness
    from public.projects
    where (select count(*) from new_projects) < 8
      and projects.search_name like pattern
      and (sees_everything or projects.agency_id = agency)
      and projects.id not in (select new_projects.id from new_projects)
    order by likeness desc, projects.created_at desc limit 8
  )
  union all
  (
    select 'update', project_updates.id, 1 as likeness
    from public.project_updates
    join public.projects on projects.id = project_updates.project_id
    where project_updates.search_text like pattern and (sees_everything or projects.agency_id = agency)
    order by project_updates.created_at desc limit 8
  )
  union all
  (
    select 'person', user_profiles.id, 1 + starts_with(user_profiles.search_text, typed)::int as likeness
    from public.user_profiles
    where split_part(user_profiles.search_text, chr(10), 1) like pattern
      and (sees_everything or user_profiles.agency_id = agency)
    order by likeness desc limit 8
  );
end
$$;

-- Finds names that are similar to the typed text, the most similar first, under the same rules as found_containing. It
-- is slow for common words. Its cost is set by hand: Postgres assumes that comparing is free and would compare every
-- row.
create or replace function private.found_like(typed text) returns table (kind text, id uuid, likeness double precision)
language plpgsql stable security definer
set search_path = '' set pg_trgm.word_similarity_threshold = 0.35 set enable_seqscan = off
set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  sees_everything constant boolean := private.is_super_admin();
  agency constant uuid := private.my_agency_id();
begin
  return query
  (
    select 'client', clients.id, extensions.word_similarity(typed, clients.search_text)::double precision as likeness
    from public.clients
    where typed operator(extensions.<%) clients.search_text and (sees_everything or clients.agency_id = agency)
    order by likeness desc, clients.created_at desc limit 8
  )
  union all
  (
    select 'client_person', client_people.id, extensions.word_similarity(typed, client_people.search_text) as likeness
    from public.client_people
    join public.clients on clients.id = client_people.client_id
    where typed operator(extensions.<%) client_people.search_text and (sees_everything or clients.agency_id = agency)
    order by likeness desc, client_people.created_at desc limit 8
  )
  union all
  (
    select 'project', projects.id, extensions.word_similarity(typed, projects.search_name) as likeness
    from public.projects
    where typed operator(extensions.<%) projects.search_name and (sees_everything or projects.agency_id = agency)
    order by likeness desc, projects.created_at desc limit 8
  )
  union all
  (
    select 'update', project_updates.id, extensions.word_similarity(typed, project_updates.search_text) as likeness
    from public.project_updates
    join public.projects on projects.id = project_updates.project_id
    where typed operator(extensions.<%) project_updates.search_text and (sees_everything or projects.agency_id = agency)
    order by likeness desc, project_updates.created_at desc limit 8
  )
  union all
  (
    select 'person', user_profiles.id,
      extensions.word_similarity(typed, split_part(user_profiles.search_text, chr(10), 1)) as likeness
    from public.user_profiles
    where typed operator(extensions.<%) split_part(user_profiles.search_text, chr(10), 1)
      and (sees_everything or user_profiles.agency_id = agency)
    order by likeness desc limit 8
  );
end
$$;
