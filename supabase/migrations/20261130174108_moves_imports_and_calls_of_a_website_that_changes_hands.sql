-- moves imports and calls of a website that changes hands

drop function private.list_people(uuid);

-- Copies what a search compares of the people into their clients, so that a list finds clients by their own rows. The clients
-- are locked first, so that of two people who are added at the same moment none is missed.
create function private.list_people(changed uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.clients where id = any (changed) order by id for no key update;
  update public.clients
  set people_text = listed.people_text
  from (
    select changed_clients.id,
      string_agg(client_people.search_text, chr(10) order by client_people.created_at, client_people.id) as people_text
    from (select distinct unnest(changed) as id) as changed_clients
    left join public.client_people on client_people.client_id = changed_clients.id
    group by changed_clients.id
  ) as listed
  where clients.id = listed.id and clients.people_text is distinct from listed.people_text;
end
$$;

revoke execute on function private.list_people from public;

-- An import adds thousands of people by one statement, so their clients are updated by one statement too.
create function private.list_changed_people() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    perform private.list_people(array(
      select changed_people.client_id
      from changed_people
      join former_people on former_people.id = changed_people.id
      where former_people.search_text <> changed_people.search_text
    ));
  else
    perform private.list_people(array(select client_id from changed_people));
  end if;
  return null;
end
$$;

revoke execute on function private.list_changed_people from public;

drop trigger list_added on public.client_people;

create trigger list_added
  after insert on public.client_people referencing new table as changed_people
  for each statement execute function private.list_changed_people();

drop trigger list_changed on public.client_people;

create trigger list_changed
  after update on public.client_people referencing old table as former_people new table as changed_people
  for each statement execute function private.list_changed_people();

drop trigger list_deleted on public.client_people;

create trigger list_deleted
  after delete on public.client_people referencing old table as changed_people
  for each statement execute function private.list_changed_people();

-- Fills in the agency, the version of the invitation and the time of the reminder, and refuses what a calendar could not follow.
create or replace function private.fill_in_call() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  is_moved boolean := is_new;
begin
  if private.is_bringing_back() then
    if is_new and new.client_id is null then
      -- The website may have been handed over meanwhile.
      new.agency_id := private.website_agency_id();
    end if;
    return case when is_new then private.invited_again(new) else new end;
  end if;
  if is_new then
    new.agency_id := coalesce(
      new.agency_id,
      case when new.client_id is null then private.website_agency_id()
           else (select agency_id from public.clients where id = new.client_id) end
    );
    new.created_by := coalesce(new.created_by, private.my_id());
  else
    is_moved := new.starts_at <> old.starts_at;
    if old.state = 'cancelled' and (new.state <> 'cancelled' or is_moved) then
      raise exception 'A cancelled call stays cancelled. Plan a new one.' using errcode = '23514';
    end if;
    if is_moved or (new.minutes, new.time_zone, new.note) is distinct from (old.minutes, old.time_zone, old.note)
       or new.staff_id is distinct from old.staff_id and new.staff_id is not null
       or new.state = 'cancelled' and old.state <> 'cancelled' then
      new.sequence := old.sequence + 1;
      new.changed_at := clock_timestamp();
    end if;
  end if;
  if not private.is_time_zone(new.time_zone) then
    raise exception 'There is no such time zone.' using errcode = '23514';
  end if;
  if current_user = 'authenticated' and is_moved and new.starts_at <= now() then
    raise exception 'This time has passed.' using errcode = '23514';
  end if;
  if current_user = 'authenticated' and new.state in ('came', 'did not come') and new.starts_at > now() then
    raise exception 'This call has not begun.' using errcode = '23514';
  end if;
  if is_moved then
    new.reminded_at := null;
    -- The day before, or an hour before what is planned for the next hours.
    new.remind_at := case
      when new.starts_at > now() + interval '25 hours' then new.starts_at - interval '1 day'
      when new.starts_at > now() + interval '90 minutes' then new.starts_at - interval '1 hour'
    end;
  end if;
  return new;
end
$$;

-- Calls about enquiries alone go with the website to another agency, whose staff call instead.
create function private.hand_over_calls() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  heir uuid := new.id;
begin
  if tg_op = 'DELETE' then
    -- The same agency gets the website once this one is gone, and with it all of its calls.
    select id into heir from public.agencies where id <> old.id order by created_at, id limit 1;
  end if;
  update public.calls set agency_id = heir, staff_id = null
  where client_id is null and agency_id <> heir;
  return coalesce(new, old);
end
$$;

revoke execute on function private.hand_over_calls from public;

create trigger hand_over_calls_to_new
  after insert on public.agencies for each row
  when (new.answers_website)
  execute function private.hand_over_calls();

create trigger hand_over_calls
  after update of answers_website on public.agencies for each row
  when (new.answers_website and not old.answers_website)
  execute function private.hand_over_calls();

create trigger hand_over_calls_of_deleted
  before delete on public.agencies for each row
  when (old.answers_website)
  execute function private.hand_over_calls();

create index recently_deleted_rows_client_id_idx on private.recently_deleted_rows ((content ->> 'client_id')) where not is_cut;

-- Whether rows of this table are kept and restored. Who is connected to the chat is true for the moment only, and by the time of a
-- restoration somebody may be in the chat of another agency.
create function private.is_kept(place text) returns boolean
language sql immutable set search_path = ''
return place not in ('public.user_presence', 'private.chat_connections');

revoke execute on function private.is_kept from public;

-- Keeps a row and all dependent rows, over any number of tables. They stay locked, so that no row can be added that
-- would not be kept.
create or replace function private.keep_rows(deletion uuid, root regclass, content jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  places regclass[] := array[root];
  reference record;
  kept bigint;
begin
  insert into private.recently_deleted_rows values (deletion, root::text, false, content);
  while cardinality(places) > 0 loop
    for reference in select * from private.references_to(places[1]) as known where private.is_kept(known.place::text) loop
      execute format(
        $sql$
        insert into private.recently_deleted_rows
        select $1, %L, %L, %s
        from private.recently_deleted_rows as parent join %s as child on %s
        where parent.deletion_id = $1 and parent.place = %L and not parent.is_cut
        for update of child
        on conflict do nothing
        $sql$,
        reference.place, reference.is_cut,
        case
          when reference.is_cut then format('jsonb_build_object(''id'', child.id, %L, child.%I)', reference.named, reference.named)
          else 'to_jsonb(child)'
        end,
        reference.place, reference.condition, places[1]
      ) using deletion;
      get diagnostics kept = row_count;
      if kept > 0 and not reference.is_cut then
        places := places || reference.place;
      end if;
    end loop;
    places := places[2:];
  end loop;
end
$$;

-- Gives what was deleted of a client to the agency that the client belongs to, with clients that were merged with it: only that
-- agency sees and restores it.
create function private.give_deletions(client uuid, agency uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  given constant uuid[] := array(
    with recursive one (id) as (
      select client
      union
      select subject_id from public.recently_deleted join one on merged_into = one.id
    )
    select recently_deleted.id from public.recently_deleted join one on client_id = one.id
  );
begin
  update public.recently_deleted set agency_id = agency where id = any (given);
  update private.recently_deleted_rows set content = content || jsonb_build_object('agency_id', agency)
  where not is_cut and content ? 'agency_id'
    -- An enquiry is deleted with its calls, which belong to the client too.
    and (deletion_id = any (given) or content ->> 'client_id' = client::text);
end
$$;

revoke execute on function private.give_deletions from public;

create function private.move_deletions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.give_deletions(new.id, new.agency_id);
  return null;
end
$$;

revoke execute on function private.move_deletions from public;

create trigger move_deletions
  after update of agency_id on public.clients for each row
  when (old.agency_id <> new.agency_id)
  execute function private.move_deletions();

-- What was deleted of a project goes along where the project is given to another client.
create function private.move_deletions_of_project() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recently_deleted as gone set client_id = new.client_id
  from private.recently_deleted_rows as kept
  where gone.client_id = old.client_id and kept.deletion_id = gone.id and not kept.is_cut
    and kept.content ->> 'id' = gone.subject_id::text and kept.content ->> 'project_id' = new.id::text;
  if old.agency_id <> new.agency_id then
    perform private.give_deletions(new.client_id, new.agency_id);
  end if;
  return null;
end
$$;

revoke execute on function private.move_deletions_of_project from public;

create trigger move_deletions
  after update of client_id on public.projects for each row
  when (old.client_id <> new.client_id)
  execute function private.move_deletions_of_project();

-- Restores everything of a deletion, referenced rows first. Returns the deletion; null if it no longer exists.
create or replace function private.put_back(deletion uuid) returns public.recently_deleted
language plpgsql security definer set search_path = '' as $$
declare
  entry public.recently_deleted;
  places regclass[];
  next regclass;
begin
  select * into entry from public.recently_deleted where id = deletion for update;
  if not found then
    return null;
  end if;
  if entry.merged_into is not null and not exists (
    select from public.clients where id = entry.merged_into and agency_id = entry.agency_id
  ) then
    raise sqlstate 'PT409' using message = 'The client that it was merged with was deleted too. Bring that back first.';
  end if;
  perform set_config('mainstreet.brings_back', 'on', true);
  places := array(
    select distinct place::regclass from private.recently_deleted_rows
    where deletion_id = deletion and not is_cut and private.is_kept(place)
  );
  while cardinality(places) > 0 loop
    select place into strict next
    from unnest(places) as place
    where not exists (
      select from pg_catalog.pg_constraint
      where contype = 'f' and conrelid = place and confrelid = any (places) and confrelid <> place
    )
    limit 1;
    if private.put_back_rows(deletion, next) = 0 and exists (
      select from private.recently_deleted_rows
      where deletion_id = deletion and place = next::text and content ->> 'id' = entry.subject_id::text
    ) then
      raise sqlstate 'PT409' using message = 'What it belongs to was deleted too. Bring that back first.';
    end if;
    places := array_remove(places, next);
  end loop;
  perform private.mend_cuts(deletion);
  if entry.merged_into is not null then
    perform private.unmerge(entry);
  end if;
  delete from public.recently_deleted where id = deletion;
  perform set_config('mainstreet.brings_back', '', true);
  return entry;
end
$$;

-- Matches imported rows with the agency's clients that the caller may read: by id, by email address, by name and company,
-- exactly or as a search compares them, by the email address of another person of the client, or by phone number or website
-- (client_doubles.sql). `place` counts from 1. Hash joins read each client once, where 5,000 rows would otherwise read it
-- 5,000 times.
create or replace function public.match_clients(agency uuid, given jsonb)
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

-- Adds rows, and changes those that have an `id` and an `updated_at` that is still current; null values leave a column
-- unchanged. The `people` of a client are added to those that it has. Called again for the same import, even without rows, it
-- returns the result of the first call.
create or replace function public.import_rows(import uuid, place text, agency uuid, given jsonb)
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
create or replace function public.undo_import(import uuid) returns table (undone integer, remaining integer)
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

-- Merges two clients whom the caller may delete. `taken` names the fields whose value comes from the merged client.
create or replace function public.merge_clients(kept uuid, merged uuid, taken text[] default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  one public.clients;
  other public.clients;
  deletion uuid;
  columns text;
  plans uuid[];
begin
  -- Always in the same order, so that two merges of the same clients wait for each other.
  perform from public.clients where id in (kept, merged) order by id for update;
  select * into one from public.clients where id = kept;
  select * into other from public.clients where id = merged;
  if one.id = other.id or one.agency_id is distinct from other.agency_id
     or one.agency_id is distinct from private.my_active_agency_id() and private.is_super_admin() is not true then
    raise sqlstate 'PT404' using message = 'One of these clients no longer exists, or you may not merge them.';
  end if;
  taken := coalesce(taken, private.fields_to_take(one, other));
  select string_agg(quote_ident(name), ', ') into columns
  from private.merged_columns() cross join unnest(merged_columns.columns) as name where field = any (taken);

  insert into public.recently_deleted (kind, subject_id, title, belongs_to, agency_id, client_id, deleted_by, merged_into)
  values ('client', other.id, other.name, one.name, one.agency_id, other.id, private.my_id(), one.id)
  returning id into deletion;
  perform set_config('mainstreet.merges_as', deletion::text, true);
  insert into private.merged_rows (deletion_id, place, row_id, before)
  values (deletion, 'public.clients', one.id, to_jsonb(one));
  plans := array(select id from public.client_earlier_plans where client_id in (kept, merged));

  if columns is not null then
    execute format('update public.clients set (%1$s) = (select %1$s from public.clients where id = $2) where id = $1', columns)
    using kept, merged;
  end if;
  perform private.move_rows(deletion, merged, kept);
  insert into private.merged_rows (deletion_id, place, row_id)
  select deletion, 'public.client_earlier_plans', id from public.client_earlier_plans
  where client_id = kept and id <> all (plans);
  perform private.keep_other_main_person(deletion, case when 'email' = any (taken) then one else other end, kept);
  delete from public.clients where id = merged;
  perform private.list_people(array[kept]);
  perform private.note_changed_columns(deletion);
  perform set_config('mainstreet.merges_as', '', true);
  perform private.audit(
    'clients_merged', one.agency_id, kept, (select name from public.clients where id = kept),
    jsonb_build_object('id', merged, 'title', other.name)
  );
end
$$;

-- Moves back what a merge has moved, after the merged client was restored. What was added since stays with the kept client.
create or replace function private.unmerge(entry public.recently_deleted) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target text;
begin
  for target in select distinct place from private.merged_rows where deletion_id = entry.id loop
    perform private.restore_merged_rows(entry.id, target);
  end loop;
  -- Rows that the merge added are deleted, unless somebody has changed them. A former main person stays among the people if
  -- the address was left as it is, and would be lost otherwise.
  for target in select distinct place from private.merged_rows where deletion_id = entry.id and before is null loop
    execute format(
      'delete from %1$s as child using private.merged_rows
       where deletion_id = $1 and place = %2$L and before is null and row_id = child.id and to_jsonb(child) = after
         and (%2$L <> ''public.client_people'' or exists (
           select from public.clients where id in ($2, $3) and lower(email) = lower(to_jsonb(child) ->> ''email'')
         ))',
      target::regclass, target
    ) using entry.id, entry.subject_id, entry.merged_into;
  end loop;
  update private.recently_deleted_rows as gone
  set content = gone.content || jsonb_build_object('client_id', entry.subject_id)
  where gone.deletion_id <> entry.id and not gone.is_cut and gone.content ->> 'client_id' = entry.merged_into::text
    and (
      gone.deletion_id in (
        select row_id from private.merged_rows where deletion_id = entry.id and place = 'public.recently_deleted'
      )
      -- What was deleted after the merge.
      or gone.content ->> 'id' in (select row_id::text from private.merged_rows where deletion_id = entry.id)
    );
  perform private.list_people(array[entry.subject_id, entry.merged_into]);
end
$$;

-- Erases a client with the enquiry it came from, and further enquiries from the addresses of its people that became no
-- other client. Deleted rows of these and clients that were merged with it are restored first, so that they are erased like
-- the others. In the name of an agency, enquiries and mails of other agencies stay.
create or replace function private.erase_client(client uuid, for_agency uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  answers_website constant boolean := for_agency is null or for_agency = private.website_agency_id();
  agency uuid;
  addresses text[];
  enquiries uuid[];
begin
  perform private.put_back(id) from public.recently_deleted where kind = 'client' and subject_id = client;
  agency := (select agency_id from public.clients where id = client);
  perform private.erase_client(subject_id, for_agency) from public.recently_deleted where merged_into = client;
  perform private.put_back(id) from public.recently_deleted where kind = 'person' and client_id = client;
  addresses := array(
    select lower(email) from public.clients where id = client
    union
    select lower(email) from public.client_people where client_id = client and email is not null
  );
  perform private.put_back(id) from public.recently_deleted
  where kind = 'enquiry' and (
    answers_website and lower(belongs_to) = any (addresses)
    or id in (
      select deletion_id from private.recently_deleted_rows
      where place = 'public.contact_submissions' and not is_cut and content ->> 'client_id' = client::text
    )
  );
  enquiries := array(
    select id from public.contact_submissions
    where client_id = client or answers_website and client_id is null and lower(email) = any (addresses)
  );
  perform private.erase_mails(
    array(select lower(email) from public.contact_submissions where id = any (enquiries) and email <> '') || addresses,
    enquiries
      || array(select id from public.client_requests where client_id = client)
      || array(select id from public.calls where client_id = client or enquiry_id = any (enquiries)),
    for_agency
  );
  delete from public.contact_submissions where id = any (enquiries);
  delete from public.clients where id = client;
  delete from public.recently_deleted where client_id = client;
  delete from private.audit_subjects where id = any (enquiries || client);
  perform private.audit('erased', agency, client, null);
end
$$;

drop function private.list_people_of_client();

-- Deletions of clients that have moved already.
select private.give_deletions(id, agency_id) from public.clients
where exists (select from public.recently_deleted where clients.id in (client_id, merged_into));

-- Calls that stayed with the agency that answered the website when they were planned.
update public.calls set agency_id = private.website_agency_id(), staff_id = null
where client_id is null and agency_id <> private.website_agency_id();
