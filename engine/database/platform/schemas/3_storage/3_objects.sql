-- Each row is a file. The last three columns have the same value in every row: the hosted service has them, and SQL may
-- name them.
create table storage.objects (
  id               uuid not null default gen_random_uuid() primary key,
  bucket_id        text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name             text,
  owner            uuid,
  created_at       timestamptz default now(),
  updated_at       timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata         jsonb,
  path_tokens      text[] generated always as (string_to_array(name, '/')) stored,
  version          text,
  owner_id         text,
  user_metadata    jsonb,
  archived_at      timestamptz,
  is_delete_marker boolean not null default false,
  is_versioned     boolean not null default false
);
comment on column storage.objects.owner is 'Field is deprecated, use owner_id instead';
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index idx_objects_bucket_id_name_lower on storage.objects (bucket_id, lower(name) collate "C");
-- The engine's own index: the sweep looks up which stored versions have a row.
create index objects_version_idx on storage.objects (version);
-- This index is created last: before a table has statistics, Postgres prefers the youngest of several similar indexes.
create unique index bucketid_objname on storage.objects (bucket_id, name);

create function storage.update_updated_at_column() returns trigger language plpgsql as $$
begin
  new.updated_at = now();
  return new;
end
$$;
grant execute on function storage.update_updated_at_column()
  to anon, authenticated, service_role, supabase_storage_admin;
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- Notifies which files were deleted by SQL, for example by a trigger that removes the files of a deleted record: their
-- bytes are removed as soon as the deletion is committed. The storage service removes the files of its own calls
-- itself, and the sweep removes what was missed.
create function storage.tell_removed_files() returns trigger language plpgsql as $$
begin
  -- A notification has fewer than 8000 bytes.
  perform pg_notify('engine_removed_files', string_agg(version, ' '))
  from (select version, (row_number() over () - 1) / 200 as batch from gone where length(version) = 36) as listed
  group by batch;
  return null;
end
$$;
create trigger tell_removed_files after delete on storage.objects
  referencing old table as gone
  for each statement when (coalesce(current_setting('storage.operation', true), '') = '')
  execute function storage.tell_removed_files();

-- Row security protects the table: without a policy nobody can read or write it.
alter table storage.objects enable row level security;
grant select, insert, update, delete on storage.objects to anon, authenticated, service_role;
grant all on storage.objects to supabase_storage_admin;
