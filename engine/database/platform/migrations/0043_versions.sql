-- Earlier versions of files, in buckets that keep them, as the hosted service stores them: one row a version in
-- storage.objects, the current one without archived_at. A deleted file leaves a delete marker as its current row. Triggers
-- see to it, so that the caller's statement stays what it is, and the row policies decide about that.
alter table storage.buckets
  add column lifecycle_configuration jsonb,
  add constraint buckets_versioning_status_check check (versioning_status in ('DISABLED', 'ENABLED', 'SUSPENDED'));

create unique index idx_objects_current_version on storage.objects (bucket_id, name) where archived_at is null;
drop index storage.bucketid_objname;
-- Also for SQL that asks for a name alone, as the one on all names did.
create index idx_objects_versions on storage.objects (bucket_id, name, archived_at);


create function engine.versioning_of(bucket text) returns text language sql stable as $$
  select versioning_status from storage.buckets where id = bucket
$$;

-- While versioning is suspended a file has one version without a number, which the next one replaces. One that was kept as
-- an earlier version before stays, and is like the others from then on: whoever writes here may not be allowed to remove it.
create function engine.keep_null_version(bucket text, key text, spared uuid default null) returns void language sql as $$
  update storage.objects set is_versioned = true
  where bucket_id = bucket and name = key and archived_at is not null and not is_versioned and not is_delete_marker
    and id is distinct from spared
$$;

create function engine.drop_null_version(bucket text, key text, spared uuid default null) returns void language sql
set storage.allow_delete_query = 'true' set storage.operation = '' as $$
  delete from storage.objects
  where bucket_id = bucket and name = key and archived_at is not null and not is_versioned and id is distinct from spared
$$;

create function engine.archive_copy(gone storage.objects, copy_id uuid) returns void language sql as $$
  insert into storage.objects (id, bucket_id, name, owner, owner_id, created_at, updated_at, last_accessed_at, metadata,
    user_metadata, version, is_delete_marker, is_versioned, archived_at)
  values (copy_id, gone.bucket_id, gone.name, gone.owner, gone.owner_id, gone.created_at, gone.updated_at,
    gone.last_accessed_at, gone.metadata, gone.user_metadata, gone.version, gone.is_delete_marker, gone.is_versioned,
    clock_timestamp())
$$;

-- A file comes to where a delete marker may be, or when it is restored another file.
create function engine.clear_place(bucket text, key text, restored uuid default null) returns void language plpgsql as $$
declare
  is_suspended boolean := engine.versioning_of(bucket) = 'SUSPENDED';
begin
  if is_suspended then
    perform engine.keep_null_version(bucket, key, restored);
  end if;
  update storage.objects set archived_at = clock_timestamp()
  where bucket_id = bucket and name = key and archived_at is null and (is_delete_marker or restored is not null);
  if is_suspended then
    perform engine.drop_null_version(bucket, key, restored);
  end if;
end
$$;

-- The current row of a place is gone, by a deletion or a move.
create function engine.leave_place(gone storage.objects, copy_id uuid) returns void language plpgsql as $$
declare
  status text := engine.versioning_of(gone.bucket_id);
begin
  if gone.is_delete_marker or coalesce(current_setting('storage.permanent', true), '') = 'true' then
    -- The latest of the earlier versions is the current one again; or the one before it, if somebody just removes that one.
    loop
      update storage.objects set archived_at = null
      where id = (
        select id from storage.objects
        where bucket_id = gone.bucket_id and name = gone.name and archived_at is not null
        order by archived_at desc limit 1 for update
      );
      exit when found or not exists (
        select from storage.objects where bucket_id = gone.bucket_id and name = gone.name and archived_at is not null
      );
    end loop;
    return;
  end if;
  if status = 'SUSPENDED' then
    perform engine.keep_null_version(gone.bucket_id, gone.name);
    perform engine.drop_null_version(gone.bucket_id, gone.name);
  end if;
  if status = 'ENABLED' or gone.is_versioned then
    perform engine.archive_copy(gone, copy_id);
  end if;
  insert into storage.objects (bucket_id, name, owner, owner_id, version, is_delete_marker, is_versioned)
  values (gone.bucket_id, gone.name, gone.owner, gone.owner_id, gen_random_uuid()::text, true, status = 'ENABLED');
end
$$;


-- Most buckets keep no versions: for them a trigger is no more than this one look.
create function engine.file_arrives() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  status text := (select b.versioning_status from storage.buckets b where b.id = new.bucket_id);
begin
  if status <> 'DISABLED' then
    new.is_versioned := status = 'ENABLED';
    perform engine.clear_place(new.bucket_id, new.name);
  end if;
  return new;
end
$$;
create trigger file_arrives before insert on storage.objects
  for each row when (new.archived_at is null and not new.is_delete_marker)
  execute function engine.file_arrives();

-- Other bytes: the file is replaced, moved, or an earlier version restored.
create function engine.file_changes() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  status text := engine.versioning_of(new.bucket_id);
  is_moved boolean := old.bucket_id <> new.bucket_id or old.name <> new.name;
begin
  new.is_versioned = coalesce(status = 'ENABLED', false);
  if status is null or status = 'DISABLED' then
    return new;
  end if;
  if is_moved then
    perform engine.clear_place(new.bucket_id, new.name);
  elsif old.archived_at is not null then
    perform engine.clear_place(new.bucket_id, new.name, old.id);
  else
    if status = 'SUSPENDED' then
      perform engine.keep_null_version(old.bucket_id, old.name);
      perform engine.drop_null_version(old.bucket_id, old.name);
    end if;
    if status = 'ENABLED' or old.is_versioned then
      perform engine.archive_copy(old, gen_random_uuid());
    end if;
    -- A marker of a moment ago, which the statement could not see yet.
    new.is_delete_marker = false;
    new.created_at = now();
  end if;
  return new;
end
$$;
create trigger file_changes before update on storage.objects
  for each row when (old.version is distinct from new.version and new.archived_at is null)
  execute function engine.file_changes();

create function engine.file_leaves() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select b.versioning_status from storage.buckets b where b.id = old.bucket_id) <> 'DISABLED' then
    perform engine.leave_place(old, case tg_op when 'DELETE' then old.id else gen_random_uuid() end);
  end if;
  return null;
end
$$;
create trigger file_is_removed after delete on storage.objects
  for each row when (old.archived_at is null)
  execute function engine.file_leaves();
create trigger file_is_moved after update on storage.objects
  for each row when (old.archived_at is null and old.version is distinct from new.version
    and (old.bucket_id <> new.bucket_id or old.name <> new.name))
  execute function engine.file_leaves();
