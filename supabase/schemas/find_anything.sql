-- Finding anything from anywhere, by a few letters and with a typing mistake or two.
create extension if not exists pg_trgm with schema extensions;
create index clients_found_by_idx on public.clients using gin (search_text extensions.gin_trgm_ops);
create index projects_found_by_idx on public.projects using gin (lower(name) extensions.gin_trgm_ops);
create index project_updates_found_by_idx on public.project_updates using gin (lower(title) extensions.gin_trgm_ops);

-- Names like the one that was typed, the likeliest first: so many of each kind as somebody looks through. It sees every row,
-- because under row policies Postgres uses no trigram index (it could leak what it compares), and therefore tells ids alone.
-- Which of them the caller reads is for the policies to say, in find_anything; here another agency's are left out only so that
-- they do not take the places of one's own. Postgres thinks that comparing costs nothing, and would compare every row.
create function private.found_like(typed text) returns table (kind text, id uuid, likeness double precision)
language sql stable security definer
set search_path = '' set pg_trgm.word_similarity_threshold = 0.35 set enable_seqscan = off as $$
  with caller as materialized (
    select private.my_agency_id() as agency_id, private.is_super_admin() as sees_everything
  )
  (
    select 'client', clients.id,
      extensions.word_similarity(typed, clients.search_text) + starts_with(clients.search_text, typed)::int as likeness
    from public.clients, caller
    where typed operator(extensions.<%) clients.search_text
      and (clients.agency_id = caller.agency_id or caller.sees_everything)
    order by likeness desc, clients.created_at desc limit 8
  )
  union all
  (
    select 'project', projects.id,
      extensions.word_similarity(typed, lower(projects.name)) + starts_with(lower(projects.name), typed)::int as likeness
    from public.projects, caller
    where typed operator(extensions.<%) lower(projects.name)
      and (projects.agency_id = caller.agency_id or caller.sees_everything)
    order by likeness desc, projects.created_at desc limit 8
  )
  union all
  (
    select 'update', project_updates.id, extensions.word_similarity(typed, lower(project_updates.title)) as likeness
    from public.project_updates
    join public.projects on projects.id = project_updates.project_id
    cross join caller
    where typed operator(extensions.<%) lower(project_updates.title)
      and (projects.agency_id = caller.agency_id or caller.sees_everything)
    order by likeness desc, project_updates.created_at desc limit 8
  )
  union all
  (
    select 'person', user_profiles.id,
      extensions.word_similarity(typed, lower(user_profiles.display_name))
        + starts_with(lower(user_profiles.display_name), typed)::int as likeness
    from public.user_profiles, caller
    where typed operator(extensions.<%) lower(user_profiles.display_name)
      and (user_profiles.agency_id = caller.agency_id or caller.sees_everything)
    order by likeness desc limit 8
  )
$$;

-- Clients, projects, updates and people whose names are like what was typed, as far as the caller reads them: the likeliest
-- first (fewer than three letters are like too much), with what tells one from another, and the client, project or person whose page has it.
create function public.find_anything(typed text)
returns table (kind text, id uuid, title text, detail text, page uuid, likeness double precision)
language sql stable set search_path = '' as $$
  with found as materialized (
    select * from private.found_like(lower(btrim(left(typed, 100)))) where length(btrim(typed)) >= 3
  )
  select found.kind, clients.id, clients.name, clients.company_name, clients.id, found.likeness
  from found join public.clients on found.kind = 'client' and clients.id = found.id
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
