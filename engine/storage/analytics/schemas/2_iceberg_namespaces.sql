create table storage.iceberg_namespaces (
  id          uuid not null primary key default gen_random_uuid(),
  -- Nothing is taken along: a bucket and a namespace are empty before they go.
  catalog_id  uuid not null references storage.buckets_analytics (id),
  bucket_name text not null,
  name        text collate "C" not null,
  metadata    jsonb not null default '{}',
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create unique index idx_iceberg_namespaces_bucket_id on storage.iceberg_namespaces (catalog_id, name);

-- No policy lets anybody pass: catalogs are for the project's own servers.
alter table storage.iceberg_namespaces enable row level security;
grant select on storage.iceberg_namespaces to anon, authenticated;
grant select, insert, update, delete on storage.iceberg_namespaces to service_role;
grant all on storage.iceberg_namespaces to supabase_storage_admin;
