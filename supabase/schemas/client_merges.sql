-- Two clients of an agency become one. Everything that belongs to the merged client moves to the kept one, and the merged
-- client goes to the recently deleted rows. To bring it back there within thirty days is to undo the merge: rows and columns
-- get the values that they had, unless somebody has changed them since.

-- What a merge changed and has to restore, in a schema that the API does not expose: of each row the changed columns, before
-- and after. `before` is null for a row that the merge added.
create table private.merged_rows (
  deletion_id uuid not null references public.recently_deleted (id) on delete cascade,
  place       text not null,
  row_id      uuid not null,
  before      jsonb,
  after       jsonb not null default '{}',
  primary key (deletion_id, place, row_id)
);
create index merged_rows_row_id_idx on private.merged_rows (row_id);
revoke all on private.merged_rows from public, anon, authenticated, service_role;

-- The columns that refer to a client. Rows for which the condition `stays_if` holds are not moved, and are deleted and restored
-- with the merged client; in it `child` is the row and $3 the kept client. scripts/schema/client-merges.test.ts fails for a
-- reference to clients that is not listed here.
create function private.places_of_clients() returns table (place regclass, named name, stays_if text)
language sql stable set search_path = '' as $$
  values
    ('public.projects'::regclass, 'client_id'::name, 'false'),
    ('public.client_people', 'client_id', 'false'),
    ('public.client_notes', 'client_id', 'false'),
    ('public.client_requests', 'client_id', 'false'),
    ('public.client_secrets', 'client_id', 'false'),
    -- A month that the kept client has too stays with the merged one.
    ('public.client_months', 'client_id',
     'exists (select from public.client_months as other where other.client_id = $3 and other.month = child.month)'),
    ('public.client_links', 'client_id', 'false'),
    ('public.client_earlier_plans', 'client_id', 'false'),
    ('public.calls', 'client_id', 'false'),
    ('public.contact_submissions', 'client_id', 'false'),
    ('public.password_vault', 'client_id', 'false'),
    -- What was deleted of the merged client is restored to the kept one.
    ('public.recently_deleted', 'client_id', 'child.subject_id = $2'),
    -- An import that is undone deletes the client that it added, and not the kept one.
    ('private.imported_rows', 'client_id', 'true')
$$;
revoke execute on function private.places_of_clients from public;

-- The columns of a client whose value is chosen, each with those that change together with it.
create function private.merged_columns() returns table (field text, columns text[])
language sql immutable set search_path = '' as $$
  values
    ('name', '{name}'::text[]), ('company_name', '{company_name}'),
    ('email', '{email, main_person_role, main_person_note}'), ('phone', '{phone}'), ('website_url', '{website_url}'),
    ('industry', '{industry}'), ('prospect_status', '{prospect_status}'), ('plan', '{plan, plan_since}'),
    ('looked_after_by', '{looked_after_by}'), ('next_contact_on', '{next_contact_on, next_contact_note}'),
    ('wants_digest', '{wants_digest}')
$$;
revoke execute on function private.merged_columns from public;

create function private.move_rows(deletion uuid, merged uuid, kept uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known record;
begin
  for known in select * from private.places_of_clients() where stays_if <> 'true' loop
    execute format(
      $sql$
      insert into private.merged_rows (deletion_id, place, row_id, before)
      select $1, %2$L, child.id, to_jsonb(child) from %1$s as child
      where child.%3$I = $2 and not (%4$s) and $3 is not null
      for update of child
      $sql$, known.place, known.place::text, known.named, known.stays_if
    ) using deletion, merged, kept;
    execute format(
      $sql$
      update %1$s as child set %3$I = $2 from private.merged_rows
      where deletion_id = $1 and merged_rows.place = %2$L and child.id = merged_rows.row_id
      $sql$, known.place, known.place::text, known.named
    ) using deletion, kept;
  end loop;
  -- Rows that were deleted before are restored to the kept client.
  update private.recently_deleted_rows as gone set content = gone.content || jsonb_build_object('client_id', kept)
  where gone.deletion_id <> deletion and not gone.is_cut and gone.content ->> 'client_id' = merged::text
    and gone.deletion_id in (
      select row_id from private.merged_rows where deletion_id = deletion and place = 'public.recently_deleted'
    );
end
$$;
revoke execute on function private.move_rows from public;

-- The main person whose address is not kept becomes one of the people of the client, with their links.
create function private.keep_other_main_person(deletion uuid, other public.clients, kept uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := (
    select id from public.client_people
    where client_id = kept and lower(email) = lower(other.email) order by created_at, id limit 1
  );
begin
  if (select lower(email) = lower(other.email) from public.clients where id = kept) then
    return;
  end if;
  if person is null then
    insert into public.client_people (client_id, name, role, email, phone, note)
    values (kept, other.name, other.main_person_role, other.email, other.phone, other.main_person_note)
    returning id into person;
    insert into private.merged_rows (deletion_id, place, row_id) values (deletion, 'public.client_people', person);
  end if;
  insert into private.merged_rows (deletion_id, place, row_id, before)
  select deletion, 'public.client_links', id, to_jsonb(client_links) from public.client_links
  where client_id = other.id and is_main_persons
  on conflict do nothing;
  update public.client_links set person_id = person, is_main_persons = false
  from private.merged_rows
  where deletion_id = deletion and place = 'public.client_links' and row_id = client_links.id
    and before ->> 'client_id' = other.id::text and is_main_persons;
end
$$;
revoke execute on function private.keep_other_main_person from public;

-- Reduces what is kept of each row to the columns that have changed, and of a client those that change together with them.
create function private.note_changed_columns(deletion uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changed text;
begin
  for changed in select distinct place from private.merged_rows where deletion_id = deletion loop
    execute format(
      $sql$
      update private.merged_rows
      set before = changed.before, after = changed.after
      from (
        select child.id, later.columns as after, (
          select case when noted.before is not null then coalesce(jsonb_object_agg(key, value), '{}') end
          from jsonb_each(noted.before) where later.columns ? key
        ) as before
        from private.merged_rows as noted
        join %1$s as child on child.id = noted.row_id
        cross join lateral (
          select coalesce(jsonb_object_agg(key, value), '{}') as columns
          from jsonb_each(to_jsonb(child))
          left join private.merged_columns() as together on %2$L = 'public.clients' and key = any (together.columns)
          where noted.before is null
            or noted.before -> key is distinct from value
            or exists (
              select from unnest(together.columns) as name where noted.before -> name is distinct from to_jsonb(child) -> name
            )
        ) as later
        where noted.deletion_id = $1 and noted.place = %2$L
      ) as changed
      where deletion_id = $1 and place = %2$L and row_id = changed.id
      $sql$, changed::regclass, changed
    ) using deletion;
  end loop;
end
$$;
revoke execute on function private.note_changed_columns from public;

-- The fields whose value is taken over from the merged client unless somebody chooses: those that are empty in the kept one.
create function private.fields_to_take(kept public.clients, merged public.clients) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(field), '{}') from private.merged_columns()
  where to_jsonb(kept) ->> field is null and to_jsonb(merged) ->> field is not null
$$;
revoke execute on function private.fields_to_take from public;

-- Merges two clients whom the caller may delete. `taken` names the fields whose value comes from the merged client.
create function public.merge_clients(kept uuid, merged uuid, taken text[] default null) returns void
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
revoke execute on function public.merge_clients from public, anon, service_role;
grant execute on function public.merge_clients to authenticated;

-- Whether a row has the values that a merge gave to these columns, as far as it changed them.
create function private.is_unchanged(now jsonb, after jsonb, columns text[]) returns boolean
language sql immutable set search_path = '' as $$
  select not exists (select from unnest(columns) as name where after ? name and now -> name <> after -> name)
$$;
revoke execute on function private.is_unchanged from public;

-- Restores the columns of the rows of one table that a merge changed, unless somebody has changed them since. Columns that change
-- together are restored together or not at all: a reason without its day would be refused, and a plan have another one's first day.
create function private.restore_merged_rows(deletion uuid, target text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  assignments text := (
    select string_agg(
      format(
        '%1$I = case when after ? %1$L and private.is_unchanged(to_jsonb(child), after, %2$L) then earlier.%1$I else child.%1$I end',
        attname, coalesce(together.columns, array[attname::text])),
      ', ')
    from pg_catalog.pg_attribute
    left join private.merged_columns() as together on target = 'public.clients' and attname = any (together.columns)
    where attrelid = target::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      -- Triggers derive these from other rows.
      and attname not in ('search_text', 'people_text', 'last_content_update_at')
      and exists (
        select from private.merged_rows where deletion_id = deletion and place = target and before ? attname::text
      )
  );
begin
  if assignments is not null then
    execute format(
      $sql$
      update %1$s as child set %2$s
      from private.merged_rows cross join lateral jsonb_populate_record(null::%1$s, before) as earlier
      where deletion_id = $1 and place = %3$L and row_id = child.id and before is not null
      $sql$, target::regclass, assignments, target
    ) using deletion;
  end if;
end
$$;
revoke execute on function private.restore_merged_rows from public;

-- Moves back what a merge has moved, after the merged client was restored. What was added since stays with the kept client.
create function private.unmerge(entry public.recently_deleted) returns void
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
revoke execute on function private.unmerge from public;

-- What stays as it is when a merge is undone: rows that were moved and are gone or somewhere else by now, rows that the kept
-- client got since, and its columns that somebody has changed.
create function private.stays_after_undo(entry public.recently_deleted)
returns table (gone integer, newer integer, changed text[])
language plpgsql stable security definer set search_path = '' as $$
declare
  known record;
  count integer;
begin
  gone := 0;
  newer := 0;
  for known in select * from private.places_of_clients() where stays_if = 'false' loop
    execute format(
      $sql$
      select count(*) from private.merged_rows
      where deletion_id = $1 and place = %2$L and before is not null and before ? %3$L
        and not exists (select from %1$s as child where child.id = row_id and child.%3$I = $2)
      $sql$, known.place, known.place::text, known.named
    ) into count using entry.id, entry.merged_into;
    gone := gone + count;
    if exists (
      select from pg_catalog.pg_attribute where attrelid = known.place and attname = 'created_at'
    ) and known.place <> 'public.contact_submissions'::regclass then
      execute format(
        $sql$
        select count(*) from %1$s as child
        where child.%3$I = $2 and child.created_at > $3
          and not exists (select from private.merged_rows where deletion_id = $1 and place = %2$L and row_id = child.id)
        $sql$, known.place, known.place::text, known.named
      ) into count using entry.id, entry.merged_into, entry.deleted_at;
      newer := newer + count;
    end if;
  end loop;
  changed := array(
    select key
    from private.merged_rows
    join public.clients on clients.id = row_id
    cross join lateral jsonb_each(to_jsonb(clients)) as now
    where deletion_id = entry.id and place = 'public.clients' and before ? key and value <> after -> key
      and key not in ('updated_at', 'search_text', 'people_text', 'last_content_update_at')
    order by key
  );
  return next;
end
$$;
revoke execute on function private.stays_after_undo from public;

-- Undoes a merge, as bring_back does, and returns what stays.
create function public.undo_client_merge(merged uuid) returns table (gone integer, newer integer, changed text[])
language plpgsql security definer set search_path = '' as $$
declare
  entry public.recently_deleted;
begin
  select * into entry from public.recently_deleted
  where subject_id = merged and merged_into is not null
    and (agency_id = private.my_active_agency_id() or private.is_super_admin());
  if not found then
    raise sqlstate 'PT404' using message = 'It was brought back already, or has been erased.';
  end if;
  select * into gone, newer, changed from private.stays_after_undo(entry);
  perform private.put_back_for_caller(entry.id);
  return next;
end
$$;
revoke execute on function public.undo_client_merge from public, anon, service_role;
grant execute on function public.undo_client_merge to authenticated;
