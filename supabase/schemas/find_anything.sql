-- The global search: finds clients, their people, projects, updates and colleagues by a few letters, tolerating a typing mistake or two.
create extension if not exists pg_trgm with schema extensions;
create index clients_found_by_idx on public.clients using gin (search_text extensions.gin_trgm_ops);
create index client_people_found_by_idx on public.client_people using gin (search_text extensions.gin_trgm_ops);
create index projects_found_by_idx on public.projects using gin (search_name extensions.gin_trgm_ops);
create index project_updates_found_by_idx on public.project_updates using gin (search_text extensions.gin_trgm_ops);

-- The LIKE pattern for texts that contain what was typed, with its special characters escaped.
create function private.anywhere(typed text) returns text
language sql immutable set search_path = '' as $$
  select '%' || regexp_replace(typed, '([\\%_])', '\\\1', 'g') || '%'
$$;
revoke execute on function private.anywhere from public;

-- Finds names that contain the typed text: those that begin with it first, then the newest, up to a number for each
-- kind. Thousands of projects may share a word and their rows are wide, so older ones are only read if the newest are
-- not enough. The function bypasses row policies and returns ids only, because Postgres cannot use a trigram index
-- under row policies (its comparison could leak values); find_anything applies the policies to the result. Rows of
-- other agencies are left out here so that they take no places. Each call is planned for its caller and its text: the rows of
-- an agency are then found by the agency, where that is less work than to find the text among those of all agencies.
create function private.found_containing(typed text) returns table (kind text, id uuid, likeness double precision)
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
    where project_updates.search_text like pattern and (sees_everything or project_updates.agency_id = agency)
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
revoke execute on function private.found_containing from public;
grant execute on function private.found_containing to authenticated, service_role;

-- Finds names that are similar to the typed text, the most similar first, under the same rules as found_containing. It
-- is slow for common words. Its cost is set by hand: Postgres assumes that comparing is free and would compare every
-- row.
create function private.found_like(typed text) returns table (kind text, id uuid, likeness double precision)
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
    where typed operator(extensions.<%) project_updates.search_text
      and (sees_everything or project_updates.agency_id = agency)
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
revoke execute on function private.found_like from public;
grant execute on function private.found_like to authenticated, service_role;

-- Finds clients, their people, projects, updates and colleagues that the caller may read: names that contain the typed text or, if there
-- are none, similar ones, the best match first. A text of fewer than three letters is only searched as it is. Each
-- result has a description that tells namesakes apart, and the client, project or person whose page shows it.
create function public.find_anything(typed text)
returns table (kind text, id uuid, title text, detail text, page uuid, likeness double precision)
language sql stable set search_path = '' as $$
  with wanted as (
    select private.search_text(left(typed, 100)) as words where length(private.search_text(left(typed, 100))) >= 3
  ),
  containing as materialized (
    select named.* from wanted, private.found_containing(wanted.words) as named
  ),
  found as materialized (
    select * from containing
    union all
    select named.* from wanted, private.found_like(wanted.words) as named where not exists (select from containing)
  )
  select found.kind, clients.id, clients.name, clients.company_name, clients.id, found.likeness
  from found join public.clients on found.kind = 'client' and clients.id = found.id
  union all
  select found.kind, client_people.id, client_people.name, concat_ws(', ', client_people.role, clients.name), clients.id,
    found.likeness
  from found
  join public.client_people on found.kind = 'client_person' and client_people.id = found.id
  join public.clients on clients.id = client_people.client_id
  union all
  select found.kind, projects.id, projects.name, clients.name, projects.id, found.likeness
  from found
  join public.projects on found.kind = 'project' and projects.id = found.id
  left join public.clients on clients.id = projects.client_id
  union all
  select found.kind, project_updates.id, project_updates.title, projects.name, projects.id, found.likeness
  from found
  join public.project_updates on found.kind = 'update' and project_updates.id = found.id
  join public.projects on projects.id = project_updates.project_id
  union all
  select found.kind, user_profiles.id, user_profiles.display_name, null, user_profiles.id, found.likeness
  from found join public.user_profiles on found.kind = 'person' and user_profiles.id = found.id
  order by 6 desc, 3 limit 12
$$;
revoke execute on function public.find_anything from public, anon;
grant execute on function public.find_anything to authenticated, service_role;
