-- Clients and projects that came from a file, all of them or none, and what it takes to undo that for thirty days. What an
-- import may write is for the policies of the tables to say that it writes to.
create table public.imports (
  -- Chosen by the browser: the same import, sent again because no answer came, is made once.
  id          uuid primary key,
  agency_id   uuid not null references public.agencies (id) on delete cascade,
  kind        text not null check (kind in ('clients', 'projects')),
  added       integer not null check (added >= 0),
  updated     integer not null check (updated >= 0),
  imported_by uuid references public.user_profiles (id) on delete set null,
  created_at  timestamptz not null default now(),
  undone_at   timestamptz
);
create index imports_agency_id_idx on public.imports (agency_id, kind, created_at desc);
create index imports_imported_by_idx on public.imports (imported_by);

alter table public.imports enable row level security;
revoke all on public.imports from anon, authenticated, service_role;
grant select, insert, update, delete on public.imports to service_role;
grant select on public.imports to authenticated;

create policy "staff read their agency's imports, super admins all"
  on public.imports for select to authenticated
  using (agency_id = (select private.my_agency_id()) or (select private.is_super_admin()));

-- What an import wrote and nobody has undone, where the API does not reach.
create table private.imported_rows (
  import_id  uuid not null references public.imports (id) on delete cascade,
  client_id  uuid references public.clients (id) on delete cascade,
  project_id uuid references public.projects (id) on delete cascade,
  -- The time of the row as the import left it; a later one means that somebody has changed it since.
  updated_at timestamptz not null,
  -- The row as it was, where it was there before.
  before     jsonb,
  constraint imported_rows_name_one_thing check (num_nonnulls(client_id, project_id) = 1)
);
create index imported_rows_import_id_idx on private.imported_rows (import_id);
create index imported_rows_client_id_idx on private.imported_rows (client_id) where client_id is not null;
create index imported_rows_project_id_idx on private.imported_rows (project_id) where project_id is not null;
revoke all on private.imported_rows from public, anon, authenticated, service_role;

-- The clients of the agency that these are, as far as the caller sees them: by id, by e-mail, or by name and company
-- together, exactly or else as a search compares them; `place` counts from 1. The hash joins look at each client once,
-- where 5,000 rows would look 5,000 times.
create function public.match_clients(agency uuid, given jsonb)
returns table (place integer, recognised_by text, found jsonb)
language sql stable set search_path = '' as $$
  with wanted as (
    select wanted.place, wanted.id, lower(email) as email, lower(name) as name, lower(coalesce(company_name, '')) as company,
           private.search_text(name) as alike_name, coalesce(private.search_text(company_name), '') as alike_company
    from rows from (
      jsonb_to_recordset(given) as (id uuid, email text, name text, company_name text)
    ) with ordinality as wanted (id, email, name, company_name, place)
  ),
  mine as materialized (
    select id, lower(email) as email, lower(name) as name, lower(coalesce(company_name, '')) as company, created_at,
           split_part(search_text, chr(10), 1) as alike_name, split_part(search_text, chr(10), 3) as alike_company
    from public.clients where agency_id = agency
  ),
  candidates as (
    select wanted.place, mine.id, 'id' as by, 1 as rank, mine.created_at
    from wanted join mine on mine.id = wanted.id
    union all
    select wanted.place, mine.id, 'email', case when mine.name = wanted.name then 2 else 3 end, mine.created_at
    from wanted join mine on mine.email = wanted.email
    union all
    select wanted.place, mine.id, 'name',
           case when (mine.name, mine.company) = (wanted.name, wanted.company) then 4 else 5 end, mine.created_at
    from wanted join mine on mine.alike_name = wanted.alike_name and mine.alike_company = wanted.alike_company
  ),
  best as (
    select distinct on (place) place, id, by from candidates order by place, rank, created_at, id
  )
  select best.place::integer, best.by, to_jsonb(clients) - 'search_text'
  from best join public.clients on clients.id = best.id
  order by best.place
$$;
revoke execute on function public.match_clients from public, anon, service_role;
grant execute on function public.match_clients to authenticated;

-- The client that each of these projects is for, named by e-mail, name, company or id, how many have that name, and the
-- project itself, by id or by its client and name.
create function public.match_projects(agency uuid, given jsonb)
returns table (place integer, client_id uuid, clients_named integer, found jsonb)
language sql stable set search_path = '' as $$
  with wanted as (
    select wanted.place, wanted.id, lower(name) as name, private.search_text(name) as alike_name,
           lower(client) as client, private.search_text(client) as alike_client, wanted.client_id
    from rows from (
      jsonb_to_recordset(given) as (id uuid, name text, client text, client_id uuid)
    ) with ordinality as wanted (id, name, client, client_id, place)
  ),
  mine as materialized (
    select id, lower(email) as email, lower(name) as name, lower(company_name) as company,
           split_part(search_text, chr(10), 1) as alike_name, split_part(search_text, chr(10), 3) as alike_company
    from public.clients where agency_id = agency
  ),
  named as (
    select wanted.place, mine.id, 1 as rank from wanted join mine on mine.id = wanted.client_id
    union all
    select wanted.place, mine.id, 2 from wanted join mine on mine.email = wanted.client
    union all
    select wanted.place, mine.id, case when mine.name = wanted.client then 3 else 4 end
    from wanted join mine on mine.alike_name = wanted.alike_client
    union all
    select wanted.place, mine.id, case when mine.company = wanted.client then 5 else 6 end
    from wanted join mine on mine.alike_company = wanted.alike_client and mine.company is not null
  ),
  meant as (
    select distinct on (place) place, id, count(*) over (partition by place, rank) as named
    from named order by place, rank
  ),
  candidates as (
    select wanted.place, projects.id, 1 as rank, projects.created_at
    from wanted join public.projects on projects.id = wanted.id and projects.agency_id = agency
    union all
    select wanted.place, projects.id, case when lower(projects.name) = wanted.name then 2 else 3 end, projects.created_at
    from wanted
    join meant on meant.place = wanted.place
    join public.projects on projects.client_id = meant.id and projects.search_name = wanted.alike_name
  ),
  best as (
    select distinct on (place) place, id from candidates order by place, rank, created_at, id
  )
  select wanted.place::integer, meant.id, coalesce(meant.named, 0)::integer, to_jsonb(projects) - 'search_text' - 'search_name'
  from wanted
  left join meant on meant.place = wanted.place
  left join best on best.place = wanted.place
  left join public.projects on projects.id = best.id
  order by wanted.place
$$;
revoke execute on function public.match_projects from public, anon, service_role;
grant execute on function public.match_projects to authenticated;

-- What a file may say of a row. What it says nothing of stays out of an import: who a project is assigned to, for one, so that
-- nobody is told of a thousand projects at once.
create function private.imported_columns(place text) returns text[]
language sql immutable set search_path = ''
return case place
  when 'clients' then '{name, company_name, email, phone, website_url, industry, prospect_status}'::text[]
  when 'projects' then '{client_id, name, description, project_type, status, priority, start_date, target_completion_date,
                         actual_completion_date, budget, requirements}'::text[]
end;
revoke execute on function private.imported_columns from public;
grant execute on function private.imported_columns to authenticated;

-- Adds these rows, and changes those that say by `id` which they are and by `updated_at` as what they were seen: what is null
-- there stays as it is. Asked again, it says what came of it; so it does without rows, which write nothing.
create function public.import_rows(import uuid, place text, agency uuid, given jsonb)
returns table (added integer, updated integer)
language plpgsql set search_path = '' as $$
declare
  columns constant text[] := private.imported_columns(place);
  listed constant text := array_to_string(columns, ', ');
  new_rows constant jsonb := jsonb_path_query_array(given, '$[*] ? (!exists(@.id))');
  is_known boolean;
  before jsonb;
  inserted jsonb;
  changed jsonb;
begin
  -- What is none of these never comes into a statement.
  if columns is null then
    raise exception 'Only clients and projects are imported.' using errcode = '22023';
  end if;
  -- A second call for the same import waits until the first one has finished.
  perform pg_advisory_xact_lock(hashtextextended(import::text, 0));
  return query select imports.added, imports.updated from public.imports where imports.id = import;
  if found or jsonb_array_length(given) = 0 then
    return;
  end if;
  if agency is distinct from private.my_active_agency_id() and not private.is_super_admin() then
    raise exception 'You may not import into this agency.' using errcode = '42501';
  end if;
  if jsonb_array_length(given) > 5000 then
    raise sqlstate 'PT413' using message = 'At most 5,000 rows are imported at once.';
  end if;

  -- Where two people import the same file at once, the second finds what the first added.
  perform pg_advisory_xact_lock(hashtextextended(agency::text, 0));
  -- A namesake with another address is another client, or somebody has said so row by row.
  execute format(
    $sql$
    select exists (
      select from public.%I($1, $2) as known
      where known.found is not null and to_jsonb(known) ->> 'recognised_by' is distinct from 'name'
    )
    $sql$, 'match_' || place
  ) using agency, new_rows into is_known;
  if is_known then
    raise sqlstate 'PT409' using message = 'Somebody has added some of these meanwhile. Please look at the preview again.';
  end if;

  execute format(
    $sql$
    with inserted as (
      insert into public.%1$I (agency_id, %2$s)
      select $1, %2$s from jsonb_populate_recordset(null::public.%1$I, $2)
      returning id, updated_at
    )
    select coalesce(jsonb_agg(inserted), '[]') from inserted
    $sql$, place, listed
  ) using agency, new_rows into inserted;

  execute format(
    $sql$
    select coalesce(jsonb_agg(kept), '[]')
    from (
      select kept.*
      from public.%1$I as kept
      join jsonb_populate_recordset(null::public.%1$I, $2) as new on new.id = kept.id and new.updated_at = kept.updated_at
      where kept.agency_id = $1
      for update of kept
    ) as kept
    $sql$, place
  ) using agency, given into before;
  execute format(
    $sql$
    with changed as (
      update public.%1$I as kept
      set (%2$s) = row(%3$s)
      from jsonb_populate_recordset(null::public.%1$I, $2) as new
      where kept.id = new.id and kept.updated_at = new.updated_at and kept.agency_id = $1
      returning kept.id, kept.updated_at
    )
    select coalesce(jsonb_agg(changed), '[]') from changed
    $sql$, place, listed,
    (select string_agg(format('coalesce(new.%1$I, kept.%1$I)', name), ', ') from unnest(columns) as name)
  ) using agency, given into changed;
  if jsonb_array_length(new_rows) + jsonb_array_length(changed) < jsonb_array_length(given) then
    raise sqlstate 'PT409' using message = 'Somebody has changed some of these meanwhile. Please look at the preview again.';
  end if;

  perform private.note_import(import, place, agency, inserted, changed, before);
  return query select imports.added, imports.updated from public.imports where imports.id = import;
end
$$;
revoke execute on function public.import_rows from public, anon, service_role;
grant execute on function public.import_rows to authenticated;

-- Remembers what an import wrote, and forgets what is too old to be undone.
create function private.note_import(import uuid, place text, agency uuid, added jsonb, changed jsonb, before jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.imported_rows using public.imports
  where imports.id = imported_rows.import_id and imports.created_at < now() - interval '30 days';

  insert into public.imports (id, agency_id, kind, added, updated, imported_by)
  values (import, agency, place, jsonb_array_length(added), jsonb_array_length(changed), private.my_id());
  insert into private.imported_rows (import_id, client_id, project_id, updated_at, before)
  select import, case place when 'clients' then written.id end, case place when 'projects' then written.id end,
         written.updated_at, earlier.value
  from jsonb_to_recordset(added || changed) as written (id uuid, updated_at timestamptz)
  left join jsonb_array_elements(before) as earlier on (earlier.value ->> 'id')::uuid = written.id;
end
$$;
revoke execute on function private.note_import from public;
grant execute on function private.note_import to authenticated;

-- The rows that other rows refer to, in whatever table; notices do not count.
create function private.leaned_on(place regclass, ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  reference record;
begin
  for reference in
    select * from private.references_to(leaned_on.place) as known
    where known.place not in ('private.imported_rows'::regclass, 'public.notices'::regclass)
  loop
    return query execute format(
      $sql$
      select parent.id
      from (select id, to_jsonb(candidate) as content from %s as candidate where id = any ($1)) as parent
      where exists (select from %s as child where %s)
      $sql$, leaned_on.place, reference.place, reference.condition
    ) using ids;
  end loop;
end
$$;
revoke execute on function private.leaned_on from public;

-- The next rows of an import that nobody has worked on since, which are remembered no more: they are about to be undone.
create function private.take_imported_rows(import uuid, place regclass, most integer)
returns table (subject uuid, earlier jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  untouched uuid[];
begin
  -- Locked first, so that nothing comes to hang on them meanwhile.
  execute format(
    $sql$
    select array_agg(id) from (
      select kept.id
      from private.imported_rows
      join %s as kept on kept.id in (imported_rows.client_id, imported_rows.project_id)
      where imported_rows.import_id = $1 and kept.updated_at = imported_rows.updated_at
      for update of kept
    ) as kept
    $sql$, place
  ) using import into untouched;
  return query
  delete from private.imported_rows
  where imported_rows.import_id = import
    and coalesce(imported_rows.client_id, imported_rows.project_id) in (
      select coalesce(candidates.client_id, candidates.project_id)
      from private.imported_rows as candidates
      where candidates.import_id = import
        and coalesce(candidates.client_id, candidates.project_id) = any (untouched)
        and (
          candidates.before is not null
          or coalesce(candidates.client_id, candidates.project_id) not in (
            select leaned_on from private.leaned_on(place, untouched)
          )
        )
      limit most
    )
  returning coalesce(imported_rows.client_id, imported_rows.project_id), imported_rows.before;
  update public.imports set undone_at = now()
  where imports.id = import and not exists (select from private.imported_rows where import_id = import);
end
$$;
revoke execute on function private.take_imported_rows from public;
grant execute on function private.take_imported_rows to authenticated;

create function private.rows_left_of_import(import uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.imported_rows where import_id = import
$$;
revoke execute on function private.rows_left_of_import from public;
grant execute on function private.rows_left_of_import to authenticated;

-- Deletes what an import added and sets back what it changed, as far as nobody has worked on it since, and says how much of it
-- is left. A row that is deleted is kept for thirty days, which takes its time: 100 go at once, and it is asked again for the
-- rest, until it finds nothing to undo.
create function public.undo_import(import uuid) returns table (undone integer, remaining integer)
language plpgsql set search_path = '' as $$
declare
  done public.imports;
  added uuid[];
  changed jsonb;
  listed text;
  count_added integer;
  count_changed integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(import::text, 0));
  select * into done from public.imports
  where id = import and undone_at is null and created_at > now() - interval '30 days';
  if not found then
    raise sqlstate 'PT404' using message = 'It was undone already, or is more than 30 days ago.';
  end if;
  select coalesce(array_agg(subject) filter (where earlier is null), '{}'),
         coalesce(jsonb_agg(earlier) filter (where earlier is not null), '[]')
  into added, changed
  from private.take_imported_rows(import, format('public.%I', done.kind)::regclass, 100);

  execute format('delete from public.%I where id = any ($1)', done.kind) using added;
  get diagnostics count_added = row_count;
  listed := array_to_string(private.imported_columns(done.kind), ', ');
  execute format(
    $sql$
    update public.%1$I as now
    set (%2$s) = row(%3$s)
    from jsonb_populate_recordset(null::public.%1$I, $1) as earlier
    where now.id = earlier.id
    $sql$, done.kind, listed, 'earlier.' || replace(listed, ', ', ', earlier.')
  ) using changed;
  get diagnostics count_changed = row_count;
  if count_added + count_changed < cardinality(added) + jsonb_array_length(changed) then
    raise exception 'You may not change what belongs to this agency.' using errcode = '42501';
  end if;
  return query select count_added + count_changed, private.rows_left_of_import(import);
end
$$;
revoke execute on function public.undo_import from public, anon, service_role;
grant execute on function public.undo_import to authenticated;
