-- Analytics buckets as hosted Supabase keeps them: each is a catalog of Apache Iceberg tables. The metadata of a table is
-- in its row, which decides what the table is; the files that it names are written for readers.
create table storage.buckets_analytics (
  id         uuid not null primary key default gen_random_uuid(),
  name       text not null,
  type       storage.buckettype not null default 'ANALYTICS',
  format     text not null default 'ICEBERG',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index buckets_analytics_unique_name_idx on storage.buckets_analytics (name);

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
alter table storage.buckets_analytics enable row level security;
alter table storage.iceberg_namespaces enable row level security;
alter table storage.iceberg_tables enable row level security;
grant select, insert, update, delete on storage.buckets_analytics to anon, authenticated, service_role;
grant select on storage.iceberg_namespaces, storage.iceberg_tables to anon, authenticated;
grant select, insert, update, delete on storage.iceberg_namespaces, storage.iceberg_tables to service_role;
grant all on storage.buckets_analytics, storage.iceberg_namespaces, storage.iceberg_tables to supabase_storage_admin;
