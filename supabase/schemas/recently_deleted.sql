-- Recently deleted rows: a client, one of its people, a project, step, note, update, enquiry or agency that a person deletes is kept for
-- thirty days with all dependent rows, unchanged, and can be restored. A deletion with the service key is immediate and
-- final. settle-deleted moves the files into a bucket that nobody may read.
create table public.recently_deleted (
  id         uuid primary key default gen_random_uuid(),
  kind       text not null check (kind in ('client', 'person', 'project', 'step', 'note', 'update', 'enquiry', 'agency')),
  subject_id uuid not null,
  title      text not null,
  -- The name of the parent, such as the client or the project; for an enquiry the sender's address.
  belongs_to text,
  -- The agency and client of the row. There are no foreign keys, because both may be deleted too.
  agency_id  uuid,
  client_id  uuid,
  -- The number of deleted rows by table.
  contents   jsonb not null default '{}',
  deleted_by uuid references public.user_profiles (id) on delete set null,
  deleted_at timestamptz not null default now(),
  -- The text that a search compares.
  search_text text generated always as
    (private.search_text(title) || chr(10) || coalesce(private.search_text(belongs_to), '')) stored,
  -- The client that has got everything of a client that was merged with it (client_merges.sql).
  merged_into uuid
);
create index recently_deleted_agency_id_idx on public.recently_deleted (agency_id, deleted_at desc);
create index recently_deleted_deleted_at_idx on public.recently_deleted (deleted_at desc, id);
create index recently_deleted_subject_id_idx on public.recently_deleted (subject_id);
create index recently_deleted_client_id_idx on public.recently_deleted (client_id);
create index recently_deleted_merged_into_idx on public.recently_deleted (merged_into) where merged_into is not null;
create index recently_deleted_deleted_by_idx on public.recently_deleted (deleted_by);

alter table public.recently_deleted enable row level security;
revoke all on public.recently_deleted from anon, authenticated, service_role;
grant select, insert, update, delete on public.recently_deleted to service_role;
grant select on public.recently_deleted to authenticated;

create policy "people who may delete a row see and restore it"
  on public.recently_deleted for select to authenticated
  using (
    (select private.is_super_admin())
    or (kind in ('client', 'person', 'project', 'step', 'note', 'update') and agency_id = (select private.my_active_agency_id()))
    or (kind = 'enquiry' and (select private.answers_enquiries()) and (select private.has_role('agency_admin', 'admin')))
  );

-- The kept rows, in a schema that the API does not expose. Of a row that stays and only loses a reference (`is_cut`),
-- such as a person who loses their agency, only its id and that reference are kept.
create table private.recently_deleted_rows (
  deletion_id uuid not null references public.recently_deleted (id) on delete cascade,
  place       text not null,
  is_cut      boolean not null,
  content     jsonb not null
);
create unique index recently_deleted_rows_idx
  on private.recently_deleted_rows (deletion_id, place, is_cut, md5(content::text));
create index recently_deleted_rows_id_idx on private.recently_deleted_rows ((content ->> 'id')) where not is_cut;
create index recently_deleted_rows_client_id_idx on private.recently_deleted_rows ((content ->> 'client_id')) where not is_cut;
revoke all on private.recently_deleted_rows from public, anon, authenticated, service_role;

-- The tables with foreign keys to this one, and the effect of a deletion on them (`is_cut`: the reference is set to
-- null). `condition` finds the referring rows of a kept row.
create function private.references_to(parent_place regclass)
returns table (place regclass, is_cut boolean, condition text, named name)
language sql stable set search_path = '' as $$
  select
    conrelid::regclass, confdeltype = 'n',
    string_agg(
      format('child.%I = (parent.content ->> %L)::%s', child.attname, parent.attname,
             format_type(child.atttypid, child.atttypmod)), ' and '),
    min(child.attname::text)::name
  from pg_catalog.pg_constraint
  cross join unnest(conkey, confkey) as key (child_number, parent_number)
  join pg_catalog.pg_attribute as child on child.attrelid = conrelid and child.attnum = child_number
  join pg_catalog.pg_attribute as parent on parent.attrelid = confrelid and parent.attnum = parent_number
  where contype = 'f' and confrelid = parent_place and confdeltype in ('c', 'n')
  group by pg_constraint.oid
$$;
revoke execute on function private.references_to from public;

-- Whether rows of this table are kept and restored. Who is connected to the chat is true for the moment only, and by the time of a
-- restoration somebody may be in the chat of another agency.
create function private.is_kept(place text) returns boolean
language sql immutable set search_path = ''
return place not in ('public.user_presence', 'private.chat_connections');
revoke execute on function private.is_kept from public;

-- Keeps a row and all dependent rows, over any number of tables. They stay locked, so that no row can be added that
-- would not be kept.
create function private.keep_rows(deletion uuid, root regclass, content jsonb) returns void
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
revoke execute on function private.keep_rows from public;

-- The title, parent and owner of a deleted row. No row if the parent is gone, because then the row was deleted with its
-- parent.
create function private.about_deleted(place name, gone jsonb)
returns table (kind text, title text, belongs_to text, agency_id uuid, client_id uuid)
language sql stable security definer set search_path = '' as $$
  select 'client', gone ->> 'name', null, agencies.id, (gone ->> 'id')::uuid
  from public.agencies where place = 'clients' and agencies.id = (gone ->> 'agency_id')::uuid
  union all
  select
    case place when 'projects' then 'project' else 'person' end, gone ->> 'name', clients.name, clients.agency_id, clients.id
  from public.clients where place in ('projects', 'client_people') and clients.id = (gone ->> 'client_id')::uuid
  union all
  select 'note', left(gone ->> 'note_text', 200), clients.name, clients.agency_id, clients.id
  from public.clients where place = 'client_notes' and clients.id = (gone ->> 'client_id')::uuid
  union all
  select
    case place when 'project_notes' then 'note' when 'project_steps' then 'step' else 'update' end, coalesce(gone ->> 'title', left(gone ->> 'note_text', 200)),
    projects.name, projects.agency_id, projects.client_id
  from public.projects where place in ('project_notes', 'project_steps', 'project_updates') and projects.id = (gone ->> 'project_id')::uuid
  union all
  select 'enquiry', gone ->> 'name', gone ->> 'email', private.website_agency_id(), null
  where place = 'contact_submissions'
  union all
  select 'agency', gone ->> 'name', null, (gone ->> 'id')::uuid, null
  where place = 'agencies'
$$;
revoke execute on function private.about_deleted from public;

create function private.keep_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone constant jsonb := to_jsonb(old);
  -- A client that is merged has its deletion already, and undoing that deletes what the merge had added.
  deletion uuid := private.merging_as();
begin
  if private.my_id() is null or private.is_bringing_back() then
    return old;
  end if;
  if deletion is null then
    insert into public.recently_deleted (kind, subject_id, title, belongs_to, agency_id, client_id, deleted_by)
    select about.kind, old.id, about.title, about.belongs_to, about.agency_id, about.client_id, private.my_id()
    from private.about_deleted(tg_table_name, gone) as about
    returning id into deletion;
  end if;
  if deletion is not null then
    perform private.keep_rows(deletion, tg_relid::regclass, gone);
    update public.recently_deleted
    set contents = (
      select coalesce(jsonb_object_agg(place, count), '{}')
      from (
        select place, count(*) from private.recently_deleted_rows
        where deletion_id = deletion and not is_cut and place <> tg_relid::regclass::text
        group by place
      ) as counted
    )
    where id = deletion;
  end if;
  return old;
end
$$;
revoke execute on function private.keep_deleted from public;

create trigger keep_deleted
  before delete on public.clients for each row execute function private.keep_deleted();
create trigger keep_deleted
  before delete on public.projects for each row execute function private.keep_deleted();
create trigger keep_deleted
  before delete on public.client_people for each row execute function private.keep_deleted();
create trigger keep_deleted
  before delete on public.client_notes for each row execute function private.keep_deleted();
create trigger keep_deleted
  before delete on public.project_notes for each row execute function private.keep_deleted();
create trigger keep_deleted
  before delete on public.project_steps for each row
  -- A repetition that undoing a tick takes back was deleted by nobody.
  when (pg_trigger_depth() = 0)
  execute function private.keep_deleted();
create trigger keep_deleted
  before delete on public.project_updates for each row execute function private.keep_deleted();
create trigger keep_deleted
  before delete on public.contact_submissions for each row execute function private.keep_deleted();
create trigger keep_deleted
  before delete on public.agencies for each row execute function private.keep_deleted();

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

-- Restores the kept rows of one table. A reference to a row that no longer exists, or that another row has by now and only one
-- may have, becomes null, and a row whose parent no longer exists stays deleted. Columns that were added since get their defaults.
create function private.put_back_rows(deletion uuid, target regclass) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  one constant jsonb := (
    select content from private.recently_deleted_rows
    where deletion_id = deletion and place = target::text and not is_cut limit 1
  );
  columns text;
  contents text;
  conditions text;
  back bigint;
begin
  select
    string_agg(quote_ident(attname), ', ' order by attnum),
    string_agg(
      coalesce(
        (
          select format('case when exists (select from %s as named where %s)%s then back.%I end', confrelid::regclass,
                        private.key_matches(pg_constraint),
                        (
                          select format(' and not exists (select from %1$s as other where other.%2$I = back.%2$I)', target, attname)
                          from pg_catalog.pg_constraint as only_one
                          where only_one.contype = 'u' and only_one.conrelid = target and only_one.conkey = array[attnum]
                        ),
                        attname)
          from pg_catalog.pg_constraint
          where contype = 'f' and conrelid = target and confdeltype = 'n' and conkey = array[attnum]
        ),
        format('back.%I', attname)
      ), ', ' order by attnum
    )
  into columns, contents
  from pg_catalog.pg_attribute
  where attrelid = target and attnum > 0 and not attisdropped and attgenerated = '' and one ? attname::text;
  select coalesce(string_agg(
    format(
      ' and (%s or exists (select from %s as named where %s))',
      -- A row whose reference is null depends on no parent.
      (
        select string_agg(format('back.%I is null', attname), ' or ')
        from pg_catalog.pg_attribute where attrelid = conrelid and attnum = any (conkey)
      ),
      confrelid::regclass, private.key_matches(pg_constraint)
    ), ''), '')
  into conditions
  from pg_catalog.pg_constraint
  where contype = 'f' and conrelid = target and confdeltype = 'c';
  execute format(
    $sql$
    insert into %1$s (%2$s) overriding system value
    select %3$s
    from private.recently_deleted_rows as kept, jsonb_populate_record(null::%1$s, kept.content) as back
    where kept.deletion_id = $1 and kept.place = %4$L and not kept.is_cut%5$s
    $sql$, target, columns, contents, target, conditions
  ) using deletion;
  get diagnostics back = row_count;
  return back;
end
$$;
revoke execute on function private.put_back_rows from public;

-- The join condition of a foreign key between a restored row (`back`) and the row that it refers to (`named`).
create function private.key_matches(reference pg_catalog.pg_constraint) returns text
language sql stable set search_path = '' as $$
  select string_agg(format('named.%I = back.%I', parent.attname, child.attname), ' and ')
  from unnest(reference.conkey, reference.confkey) as key (child_number, parent_number)
  join pg_catalog.pg_attribute as child on child.attrelid = reference.conrelid and child.attnum = child_number
  join pg_catalog.pg_attribute as parent on parent.attrelid = reference.confrelid and parent.attnum = parent_number
$$;
revoke execute on function private.key_matches from public;

-- Restores references to restored rows that the deletion had set to null, unless they refer to another row now.
create function private.mend_cuts(deletion uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  cut record;
begin
  for cut in
    select distinct kept.place, attname as named, format_type(atttypid, atttypmod) as type
    from private.recently_deleted_rows as kept
    join pg_catalog.pg_attribute on attrelid = kept.place::regclass and attname <> 'id' and kept.content ? attname::text
    where kept.deletion_id = deletion and kept.is_cut
  loop
    execute format(
      $sql$
      update %1$s as child set %2$I = (kept.content ->> %2$L)::%3$s
      from private.recently_deleted_rows as kept
      where kept.deletion_id = $1 and kept.place = %1$L and kept.is_cut and kept.content ? %2$L
        and child.id = (kept.content ->> 'id')::uuid and child.%2$I is null
      $sql$, cut.place, cut.named, cut.type
    ) using deletion;
  end loop;
end
$$;
revoke execute on function private.mend_cuts from public;

-- Restores everything of a deletion, referenced rows first. Returns the deletion; null if it no longer exists.
create function private.put_back(deletion uuid) returns public.recently_deleted
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
revoke execute on function private.put_back from public;

-- Restores a deletion as the caller and records it in the audit trail.
create function private.put_back_for_caller(deletion uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry constant public.recently_deleted := private.put_back(deletion);
begin
  if entry.id is not null then
    perform private.audit(
      case when entry.merged_into is null then 'brought_back' else 'merge_undone' end, entry.agency_id, coalesce(entry.client_id, entry.subject_id),
      coalesce((select name from public.clients where id = entry.client_id), entry.title),
      jsonb_build_object('kind', entry.kind, 'id', entry.subject_id, 'title', entry.title)
    );
  end if;
end
$$;
revoke execute on function private.put_back_for_caller from public;
grant execute on function private.put_back_for_caller to authenticated;

-- Restores deleted rows by their former ids, as far as the caller may see them among the deleted ones.
create function public.bring_back(subjects uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  deletions constant uuid[] := array(
    select id from public.recently_deleted where subject_id = any (subjects) order by deleted_at
  );
begin
  if deletions = '{}' then
    raise sqlstate 'PT404' using message = 'It was brought back already, or has been erased.';
  end if;
  perform private.put_back_for_caller(deletion) from unnest(deletions) as deletion;
  return cardinality(deletions);
end
$$;
revoke execute on function public.bring_back from public, anon, service_role;
grant execute on function public.bring_back to authenticated;

-- The bucket with the files of deleted rows during the thirty days. It has no policy, so only the service key can read
-- it.
insert into storage.buckets (id, name, public) values ('recently-deleted', 'recently-deleted', false)
on conflict (id) do update set public = excluded.public;

-- Whether rows of this table have a folder of files with their id.
create function private.has_files(place text) returns boolean
language sql immutable set search_path = ''
return place in ('public.project_updates', 'public.client_requests');
revoke execute on function private.has_files from public;

-- Whether the update or request exists in whose folder a file is.
create function private.has_owner(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.project_updates where id = private.update_of_file(name))
    or exists (select from public.client_requests where id = private.update_of_file(name))
$$;
revoke execute on function private.has_owner from public;

-- Files in the wrong bucket, with the right one: files of deleted and of restored updates and requests. The right bucket is
-- null for files of erased ones and files without an owner, which are to be removed.
create function public.misplaced_files() returns table (bucket text, name text, belongs_in text)
language sql stable security definer set search_path = '' as $$
  select objects.bucket_id, objects.name, 'recently-deleted'
  from private.recently_deleted_rows as kept
  join storage.objects
    on objects.bucket_id = 'client-update-files'
    -- '0' follows '/' in byte order, so the range covers all names in the update's folder.
    and objects.name collate "C" >= (kept.content ->> 'id') || '/'
    and objects.name collate "C" < (kept.content ->> 'id') || '0'
  where private.has_files(kept.place) and not kept.is_cut
    and not private.is_abandoned(objects.bucket_id, objects.name)
  union all
  select objects.bucket_id, objects.name, null
  from private.client_request_uploads as uploads
  join storage.objects
    on objects.bucket_id = 'client-update-files'
    and objects.name collate "C" >= uploads.request_id || '/'
    and objects.name collate "C" < uploads.request_id || '0'
  where uploads.started_at < now() - interval '1 hour'
  union all
  select abandoned.bucket_id, abandoned.name, null
  from private.abandoned_files as abandoned
  join storage.objects on objects.bucket_id = abandoned.bucket_id and objects.name = abandoned.name
  union all
  select objects.bucket_id, objects.name, case when private.has_owner(objects.name) then 'client-update-files' end
  from storage.objects
  where objects.bucket_id = 'recently-deleted'
    and (
      private.has_owner(objects.name)
      or not exists (
        select from private.recently_deleted_rows as kept
        where kept.content ->> 'id' = private.update_of_file(objects.name)::text and not kept.is_cut
      )
    )
$$;
revoke execute on function public.misplaced_files from public, anon, authenticated;
grant execute on function public.misplaced_files to service_role;

-- Deletions whose retention time has ended, and the files of each.
create function public.expired_deletions() returns table (deletion uuid, files text[])
language sql stable security definer set search_path = '' as $$
  select recently_deleted.id, array(
    select objects.name
    from private.recently_deleted_rows as kept
    join storage.objects
      on objects.bucket_id = 'recently-deleted' and private.update_of_file(objects.name)::text = kept.content ->> 'id'
    where kept.deletion_id = recently_deleted.id and private.has_files(kept.place) and not kept.is_cut
    order by objects.name
  )
  from public.recently_deleted
  where deleted_at < now() - interval '30 days'
$$;
revoke execute on function public.expired_deletions from public, anon, authenticated;
grant execute on function public.expired_deletions to service_role;

create function public.has_deletions_to_settle() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.misplaced_files()) or exists (select from public.expired_deletions())
    or private.has_expired_secrets()
$$;
revoke execute on function public.has_deletions_to_settle from public, anon, authenticated;
grant execute on function public.has_deletions_to_settle to service_role;

-- Erases a deletion for good, after its files were removed, and leaves a receipt with counts and hashes.
create function public.erase_deletion(deletion uuid, files text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.erasures (kind, subject, rows, files)
  select 'deletion', private.hash_of_id(subject_id), contents, erase_deletion.files
  from public.recently_deleted where id = deletion;
  delete from public.recently_deleted where id = deletion;
end
$$;
revoke execute on function public.erase_deletion from public, anon, authenticated;
grant execute on function public.erase_deletion to service_role;
