-- Imports of clients and projects from a file, each done completely or not at all, and undoable for thirty days. The
-- row policies of the target tables decide what an import may write. 5,000 rows with their people take longer than the 8
-- seconds that statements of a person may take, so the functions have a longer limit of their own.
create table public.imports (
  -- The id is chosen by the browser, so an import that is sent again after a lost answer is done once.
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

-- The rows that an import wrote and that were not undone, in a schema that the API does not expose.
create table private.imported_rows (
  import_id  uuid not null references public.imports (id) on delete cascade,
  client_id  uuid references public.clients (id) on delete cascade,
  project_id uuid references public.projects (id) on delete cascade,
  -- The row's time of change after the import; a later one means that a person has edited the row since.
  updated_at timestamptz not null,
  -- The row before the import, if it existed.
  before     jsonb,
  constraint imported_rows_name_one_thing check (num_nonnulls(client_id, project_id) = 1),
  -- The people that the import added to the client. The times of creation and of the last change of a person differ once a
  -- colleague has edited them.
  people     uuid[]
);
create index imported_rows_import_id_idx on private.imported_rows (import_id);
create index imported_rows_client_id_idx on private.imported_rows (client_id) where client_id is not null;
create index imported_rows_project_id_idx on private.imported_rows (project_id) where project_id is not null;
revoke all on private.imported_rows from public, anon, authenticated, service_role;

-- Matches imported rows with the agency's clients that the caller may read: by id, by email address, by name and company,
-- exactly or as a search compares them, by the email address of another person of the client, or by phone number or website
-- (client_doubles.sql). `place` counts from 1. Hash joins read each client once, where 5,000 rows would otherwise read it
-- 5,000 times.
create function public.match_clients(agency uuid, given jsonb)
returns table (place integer, recognised_by text, found jsonb)
language sql stable set search_path = '' set statement_timeout = '60s' as $$
  with wanted as (
    select wanted.place, wanted.id, lower(email) as email, lower(name) as name, lower(coalesce(company_name, '')) as company,
           private.search_text(name) as alike_name, coalesce(private.search_text(company_name), '') as alike_company,
           phone, website_url
    from rows from (
      jsonb_to_recordset(given) as (id uuid, email text, name text, company_name text, phone text, website_url text)
    ) with ordinality as wanted (id, email, name, company_name, phone, website_url, place)
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
    union all
    select wanted.place, doubles.id, case doubles.same[1] when 'email' then 'person' else doubles.same[1] end, 6, null
    from wanted
    cross join lateral public.client_doubles(agency, wanted.email, wanted.phone, wanted.website_url) as doubles
  ),
  best as (
    select distinct on (place) place, id, by from candidates order by place, rank, created_at, id
  )
  select best.place::integer, best.by, to_jsonb(clients) - 'search_text' - 'people_text'
  from best join public.clients on clients.id = best.id
  order by best.place
$$;
revoke execute on function public.match_clients from public, anon, service_role;
grant execute on function public.match_clients to authenticated;

-- Matches imported projects: the client, by email address, name, company or id, with the number of clients of that
-- name; and the project itself, by id or by client and name.
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

-- The columns that an import may set. Others, such as the assignee of a project, are left out, so that nobody gets a
-- thousand notices at once.
create function private.imported_columns(place text) returns text[]
language sql immutable set search_path = ''
return case place
  when 'clients' then '{name, company_name, email, phone, website_url, industry, prospect_status, plan,
                        plan_since, looked_after_by, next_contact_on, next_contact_note,
                        main_person_role, main_person_note}'::text[]
  when 'projects' then '{client_id, name, description, project_type, status, priority, start_date, target_completion_date,
                         actual_completion_date, budget, requirements}'::text[]
end;
revoke execute on function private.imported_columns from public;
grant execute on function private.imported_columns to authenticated;

-- Adds the people that rows of an import name to their clients, and returns the rows with the ids of these people.
create function private.add_imported_people(written jsonb) returns jsonb
language sql set search_path = '' as $$
  with added as (
    insert into public.client_people (client_id, name, role, email, phone, note)
    select client.id, person.name, person.role, person.email, person.phone, person.note
    from jsonb_to_recordset(written) as client (id uuid, people jsonb)
    cross join lateral jsonb_to_recordset(coalesce(client.people, '[]')) as person
      (name text, role text, email text, phone text, note text)
    returning client_people.id, client_people.client_id
  ),
  people_of as (
    select added.client_id, jsonb_agg(added.id) as ids from added group by added.client_id
  )
  select coalesce(jsonb_agg(client.value || jsonb_build_object('people', coalesce(people_of.ids, '[]'))), '[]')
  from jsonb_array_elements(written) as client
  left join people_of on people_of.client_id = (client.value ->> 'id')::uuid
$$;
revoke execute on function private.add_imported_people from public;
grant execute on function private.add_imported_people to authenticated;

-- Adds rows, and changes those that have an `id` and an `updated_at` that is still current; null values leave a column
-- unchanged. The `people` of a client are added to those that it has. Called again for the same import, even without rows, it
-- returns the result of the first call.
create function public.import_rows(import uuid, place text, agency uuid, given jsonb)
returns table (added integer, updated integer)
language plpgsql set search_path = '' set statement_timeout = '60s' as $$
declare
  columns constant text[] := private.imported_columns(place);
  listed constant text := array_to_string(columns, ', ');
  new_rows constant jsonb := jsonb_path_query_array(given, '$[*] ? (!exists(@.id))');
  is_known boolean;
  before jsonb;
  inserted jsonb;
  changed jsonb;
begin
  -- Only these column names are used to build a statement.
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

  -- If two people import the same file at once, the second call finds the rows of the first.
  perform pg_advisory_xact_lock(hashtextextended(agency::text, 0));
  -- A client with another address is a different client, even if its name, phone number or website is the same, unless the
  -- row names it by id.
  execute format(
    $sql$
    select exists (
      select from public.%I($1, $2) as known
      where known.found is not null and coalesce(to_jsonb(known) ->> 'recognised_by', 'id') in ('id', 'email')
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

  if place = 'clients' then
    -- Added rows are returned in the order of the given ones.
    select coalesce(jsonb_agg(row_added.value || jsonb_build_object('people', said.value -> 'people')), '[]')
    into inserted
    from jsonb_array_elements(inserted) with ordinality as row_added
    join jsonb_array_elements(new_rows) with ordinality as said on said.ordinality = row_added.ordinality;
    select coalesce(jsonb_agg(row_changed.value || jsonb_build_object('people', said.value -> 'people')), '[]')
    into changed
    from jsonb_array_elements(changed) as row_changed
    join jsonb_array_elements(given) as said on said.value ->> 'id' = row_changed.value ->> 'id';
    inserted := private.add_imported_people(inserted);
    changed := private.add_imported_people(changed);
  end if;

  perform private.note_import(import, place, agency, inserted, changed, before);
  return query select imports.added, imports.updated from public.imports where imports.id = import;
end
$$;
revoke execute on function public.import_rows from public, anon, service_role;
grant execute on function public.import_rows to authenticated;

-- Records the rows that an import wrote, and removes records that are too old to be undone.
create function private.note_import(import uuid, place text, agency uuid, added jsonb, changed jsonb, before jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.imported_rows using public.imports
  where imports.id = imported_rows.import_id and imports.created_at < now() - interval '30 days';

  insert into public.imports (id, agency_id, kind, added, updated, imported_by)
  values (import, agency, place, jsonb_array_length(added), jsonb_array_length(changed), private.my_id());
  insert into private.imported_rows (import_id, client_id, project_id, updated_at, before, people)
  select import, case place when 'clients' then written.id end, case place when 'projects' then written.id end,
         written.updated_at, earlier.value, written.people
  from jsonb_to_recordset(added || changed) as written (id uuid, updated_at timestamptz, people uuid[])
  left join jsonb_array_elements(before) as earlier on (earlier.value ->> 'id')::uuid = written.id;
end
$$;
revoke execute on function private.note_import from public;
grant execute on function private.note_import to authenticated;

-- Whether an import of the client added this person, and nobody has edited them since.
create function private.is_as_imported(person public.client_people) returns boolean
language sql stable security definer set search_path = '' as $$
  select person.updated_at = person.created_at and exists (
    select from private.imported_rows
    where imported_rows.client_id = person.client_id and person.id = any (imported_rows.people)
  )
$$;
revoke execute on function private.is_as_imported from public;

-- The rows that rows of other tables refer to. Notices do not count, and neither do people that the import of their client
-- added and that nobody has edited since.
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
      where exists (select from %s as child where %s and %s)
      $sql$, leaned_on.place, reference.place, reference.condition,
      case when reference.place = 'public.client_people'::regclass then 'not private.is_as_imported(child)' else 'true' end
    ) using ids;
  end loop;
end
$$;
revoke execute on function private.leaned_on from public;

-- Takes the next rows of an import that nobody has edited since, and removes their records, because they are about to
-- be undone. `added_people` are the people that the import added to the client, unless somebody has edited them or uses a
-- link of theirs.
create function private.take_imported_rows(import uuid, place regclass, most integer)
returns table (subject uuid, earlier jsonb, added_people uuid[])
language plpgsql security definer set search_path = '' as $$
declare
  untouched uuid[];
  people_in_use uuid[];
begin
  -- The rows are locked first, so that no new row can refer to them meanwhile.
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
  people_in_use := array(
    select private.leaned_on(
      'public.client_people'::regclass,
      array(select unnest(rows.people) from private.imported_rows as rows where rows.import_id = import)
    )
  );
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
  returning
    coalesce(imported_rows.client_id, imported_rows.project_id), imported_rows.before,
    array(
      select client_people.id from public.client_people
      where client_people.client_id = imported_rows.client_id and client_people.id = any (imported_rows.people)
        and client_people.updated_at = client_people.created_at and client_people.id <> all (people_in_use)
    );
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

-- The SQL of the value that a column had before an import (`earlier`). Nobody looks after a client who has left the staff since, and a
-- project whose earlier client is gone stays with the one that it has (`now`), so that they do not block the undoing of the rest.
create function private.earlier_value(imported_column text) returns text
language sql immutable set search_path = ''
return case imported_column
  when 'looked_after_by' then
    'case when earlier.looked_after_by = now.looked_after_by or private.is_staff_of(earlier.looked_after_by, now.agency_id)
     then earlier.looked_after_by end'
  when 'client_id' then
    'case when exists (select from public.clients where id = earlier.client_id and agency_id = now.agency_id)
     then earlier.client_id else now.client_id end'
  else format('earlier.%I', imported_column)
end;
revoke execute on function private.earlier_value from public;
grant execute on function private.earlier_value to authenticated;

-- Undoes an import: deletes added rows, restores changed ones and deletes the people that were added to them, unless somebody
-- has edited them since, and returns how many remain. Each deleted row is kept for thirty days, which takes time, so a call
-- handles 100 rows and is repeated until nothing is left.
create function public.undo_import(import uuid) returns table (undone integer, remaining integer)
language plpgsql set search_path = '' set statement_timeout = '60s' as $$
declare
  done public.imports;
  added uuid[];
  added_people uuid[];
  changed jsonb;
  columns text[];
  count_added integer;
  count_people integer;
  count_changed integer;
begin
  perform pg_advisory_xact_lock(hashtextextended(import::text, 0));
  select * into done from public.imports
  where id = import and undone_at is null and created_at > now() - interval '30 days';
  if not found then
    raise sqlstate 'PT404' using message = 'It was undone already, or is more than 30 days ago.';
  end if;
  with taken as materialized (
    select * from private.take_imported_rows(import, format('public.%I', done.kind)::regclass, 100)
  )
  select
    array(select taken.subject from taken where taken.earlier is null),
    array(select unnest(taken.added_people) from taken where taken.earlier is not null),
    (select coalesce(jsonb_agg(taken.earlier), '[]') from taken where taken.earlier is not null)
  into added, added_people, changed;

  delete from public.client_people where id = any (added_people);
  get diagnostics count_people = row_count;
  execute format('delete from public.%I where id = any ($1)', done.kind) using added;
  get diagnostics count_added = row_count;
  columns := private.imported_columns(done.kind);
  execute format(
    $sql$
    update public.%1$I as now
    set (%2$s) = row(%3$s)
    from jsonb_populate_recordset(null::public.%1$I, $1) as earlier
    where now.id = earlier.id
    $sql$, done.kind, array_to_string(columns, ', '),
    (select string_agg(private.earlier_value(name), ', ' order by place) from unnest(columns) with ordinality as listed (name, place))
  ) using changed;
  get diagnostics count_changed = row_count;
  if count_added + count_people + count_changed
     < cardinality(added) + cardinality(added_people) + jsonb_array_length(changed)
  then
    raise exception 'You may not change what belongs to this agency.' using errcode = '42501';
  end if;
  return query select count_added + count_changed, private.rows_left_of_import(import);
end
$$;
revoke execute on function public.undo_import from public, anon, service_role;
grant execute on function public.undo_import to authenticated;
