-- Recently deleted: a client, project, step, note, update, enquiry or agency that a person deletes is kept for thirty days with
-- everything that goes with it, row by row as it was, and can be brought back. What the service key deletes is gone at once.
-- Files stay where storage has them; settle-deleted moves them into a bucket that nobody reads.
create table public.recently_deleted (
  id         uuid primary key default gen_random_uuid(),
  kind       text not null check (kind in ('client', 'project', 'step', 'note', 'update', 'enquiry', 'agency')),
  subject_id uuid not null,
  title      text not null,
  -- What it belonged to, in words: a client, a project; of an enquiry the address that it came from.
  belongs_to text,
  -- The agency and client that it belonged to. There are no foreign keys: they may be deleted too.
  agency_id  uuid,
  client_id  uuid,
  -- How many rows of which table went with it.
  contents   jsonb not null default '{}',
  deleted_by uuid references public.user_profiles (id) on delete set null,
  deleted_at timestamptz not null default now(),
  -- What a search looks through.
  search_text text generated always as
    (private.search_text(title) || chr(10) || coalesce(private.search_text(belongs_to), '')) stored
);
create index recently_deleted_agency_id_idx on public.recently_deleted (agency_id, deleted_at desc);
create index recently_deleted_deleted_at_idx on public.recently_deleted (deleted_at desc, id);
create index recently_deleted_subject_id_idx on public.recently_deleted (subject_id);
create index recently_deleted_client_id_idx on public.recently_deleted (client_id);
create index recently_deleted_deleted_by_idx on public.recently_deleted (deleted_by);

alter table public.recently_deleted enable row level security;
revoke all on public.recently_deleted from anon, authenticated, service_role;
grant select, insert, update, delete on public.recently_deleted to service_role;
grant select on public.recently_deleted to authenticated;

create policy "whoever may delete it sees it, and brings it back"
  on public.recently_deleted for select to authenticated
  using (
    (select private.is_super_admin())
    or (kind in ('client', 'project', 'step', 'note', 'update') and agency_id = (select private.my_active_agency_id()))
    or (kind = 'enquiry' and (select private.answers_enquiries()) and (select private.has_role('agency_admin', 'admin')))
  );

-- The rows, where the API does not reach. Of a row that outlived what it named, as a person their agency, only its id and
-- the name that was cut.
create table private.recently_deleted_rows (
  deletion_id uuid not null references public.recently_deleted (id) on delete cascade,
  place       text not null,
  is_cut      boolean not null,
  content     jsonb not null
);
create unique index recently_deleted_rows_idx
  on private.recently_deleted_rows (deletion_id, place, is_cut, md5(content::text));
create index recently_deleted_rows_id_idx on private.recently_deleted_rows ((content ->> 'id')) where not is_cut;
revoke all on private.recently_deleted_rows from public, anon, authenticated, service_role;

-- The tables whose rows name rows of this one, and what becomes of them when it goes; `condition` finds them by a kept row.
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

-- Keeps a row and whatever goes with it, through as many tables as there are. They stay locked, so that nothing comes to hang
-- on them that would go unkept.
create function private.keep_rows(deletion uuid, root regclass, content jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  places regclass[] := array[root];
  reference record;
  kept bigint;
begin
  insert into private.recently_deleted_rows values (deletion, root::text, false, content);
  while cardinality(places) > 0 loop
    for reference in select * from private.references_to(places[1]) loop
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

-- What a deleted row is called, what it belongs to and whose it was. Nothing where that is gone: then it went with it.
create function private.about_deleted(place name, gone jsonb)
returns table (kind text, title text, belongs_to text, agency_id uuid, client_id uuid)
language sql stable security definer set search_path = '' as $$
  select 'client', gone ->> 'name', null, agencies.id, (gone ->> 'id')::uuid
  from public.agencies where place = 'clients' and agencies.id = (gone ->> 'agency_id')::uuid
  union all
  select 'project', gone ->> 'name', clients.name, clients.agency_id, clients.id
  from public.clients where place = 'projects' and clients.id = (gone ->> 'client_id')::uuid
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
  deletion uuid;
begin
  if private.my_id() is null then
    return old;
  end if;
  insert into public.recently_deleted (kind, subject_id, title, belongs_to, agency_id, client_id, deleted_by)
  select about.kind, old.id, about.title, about.belongs_to, about.agency_id, about.client_id, private.my_id()
  from private.about_deleted(tg_table_name, gone) as about
  returning id into deletion;
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
  before delete on public.client_notes for each row execute function private.keep_deleted();
create trigger keep_deleted
  before delete on public.project_notes for each row execute function private.keep_deleted();
create trigger keep_deleted
  before delete on public.project_steps for each row execute function private.keep_deleted();
create trigger keep_deleted
  before delete on public.project_updates for each row execute function private.keep_deleted();
create trigger keep_deleted
  before delete on public.contact_submissions for each row execute function private.keep_deleted();
create trigger keep_deleted
  before delete on public.agencies for each row execute function private.keep_deleted();

-- Puts the kept rows of one table back: what they name and is gone meanwhile is named no more, and what went with it stays
-- away. Columns that are younger than the rows get their defaults.
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
          select format('case when exists (select from %s as named where %s) then back.%I end', confrelid::regclass,
                        private.key_matches(pg_constraint), attname)
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
      -- What names nothing goes with nothing.
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

-- How a foreign key finds the row `named` that a row which comes `back` names.
create function private.key_matches(reference pg_catalog.pg_constraint) returns text
language sql stable set search_path = '' as $$
  select string_agg(format('named.%I = back.%I', parent.attname, child.attname), ' and ')
  from unnest(reference.conkey, reference.confkey) as key (child_number, parent_number)
  join pg_catalog.pg_attribute as child on child.attrelid = reference.conrelid and child.attnum = child_number
  join pg_catalog.pg_attribute as parent on parent.attrelid = reference.confrelid and parent.attnum = parent_number
$$;
revoke execute on function private.key_matches from public;

-- Rows that outlived what comes back name it again, unless they name something else by now.
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

-- Puts everything of a deletion back, what is named before what names it. Returns what it was, or null where it is there no more.
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
  perform set_config('mainstreet.brings_back', 'on', true);
  places := array(
    select distinct place::regclass from private.recently_deleted_rows where deletion_id = deletion and not is_cut
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
  delete from public.recently_deleted where id = deletion;
  perform set_config('mainstreet.brings_back', '', true);
  return entry;
end
$$;
revoke execute on function private.put_back from public;

-- Puts it back for somebody, which the audit trail tells.
create function private.put_back_for_caller(deletion uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry constant public.recently_deleted := private.put_back(deletion);
begin
  if entry.id is not null then
    perform private.audit(
      'brought_back', entry.agency_id, coalesce(entry.client_id, entry.subject_id),
      coalesce((select name from public.clients where id = entry.client_id), entry.title),
      jsonb_build_object('kind', entry.kind, 'id', entry.subject_id, 'title', entry.title)
    );
  end if;
end
$$;
revoke execute on function private.put_back_for_caller from public;
grant execute on function private.put_back_for_caller to authenticated;

-- Brings back what was deleted, by the ids that it had, as far as the caller sees it among what was deleted.
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

-- Where the files of what was deleted lie for the thirty days. There is no policy for it: nobody reads it but the service key.
insert into storage.buckets (id, name, public) values ('recently-deleted', 'recently-deleted', false)
on conflict (id) do update set public = excluded.public;

-- Files that lie in the wrong bucket, and the right one: those of updates that were deleted, and of those that came back; none
-- for those of updates that are erased, and for what belongs to nothing any more.
create function public.misplaced_files() returns table (bucket text, name text, belongs_in text)
language sql stable security definer set search_path = '' as $$
  select objects.bucket_id, objects.name, 'recently-deleted'
  from private.recently_deleted_rows as kept
  join storage.objects
    on objects.bucket_id = 'client-update-files'
    -- '0' is what follows '/': from the first name in the update's folder to the last.
    and objects.name collate "C" >= (kept.content ->> 'id') || '/'
    and objects.name collate "C" < (kept.content ->> 'id') || '0'
  where kept.place = 'public.project_updates' and not kept.is_cut
    and not private.is_abandoned(objects.bucket_id, objects.name)
  union all
  select abandoned.bucket_id, abandoned.name, null
  from private.abandoned_files as abandoned
  join storage.objects on objects.bucket_id = abandoned.bucket_id and objects.name = abandoned.name
  union all
  select objects.bucket_id, objects.name, case when project_updates.id is not null then 'client-update-files' end
  from storage.objects
  left join public.project_updates on project_updates.id = private.update_of_file(objects.name)
  where objects.bucket_id = 'recently-deleted'
    and (
      project_updates.id is not null
      or not exists (
        select from private.recently_deleted_rows as kept
        where kept.content ->> 'id' = private.update_of_file(objects.name)::text and not kept.is_cut
      )
    )
$$;
revoke execute on function public.misplaced_files from public, anon, authenticated;
grant execute on function public.misplaced_files to service_role;

-- Deletions that have been kept for long enough, and the files of each.
create function public.expired_deletions() returns table (deletion uuid, files text[])
language sql stable security definer set search_path = '' as $$
  select recently_deleted.id, array(
    select objects.name
    from private.recently_deleted_rows as kept
    join storage.objects
      on objects.bucket_id = 'recently-deleted' and private.update_of_file(objects.name)::text = kept.content ->> 'id'
    where kept.deletion_id = recently_deleted.id and kept.place = 'public.project_updates' and not kept.is_cut
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
$$;
revoke execute on function public.has_deletions_to_settle from public, anon, authenticated;
grant execute on function public.has_deletions_to_settle to service_role;

-- Erases a deletion for good, after its files, and leaves a receipt: how much it was, and hashes.
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
