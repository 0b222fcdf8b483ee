create table storage.iceberg_tables (
  id                uuid not null primary key default gen_random_uuid(),
  namespace_id      uuid not null references storage.iceberg_namespaces (id),
  catalog_id        uuid not null references storage.buckets_analytics (id),
  bucket_name       text not null,
  name              text collate "C" not null,
  location          text not null,
  -- Ours: the hosted service has these in another catalog.
  metadata_location text not null,
  metadata          jsonb not null,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now()
);
create unique index idx_iceberg_tables_namespace_id on storage.iceberg_tables (namespace_id, name);
create unique index idx_iceberg_tables_location on storage.iceberg_tables (location);
create index idx_iceberg_tables_catalog_id on storage.iceberg_tables (catalog_id);

-- No policy lets anybody pass: catalogs are for the project's own servers.
alter table storage.iceberg_tables enable row level security;
grant select on storage.iceberg_tables to anon, authenticated;
grant select, insert, update, delete on storage.iceberg_tables to service_role;
grant all on storage.iceberg_tables to supabase_storage_admin;
