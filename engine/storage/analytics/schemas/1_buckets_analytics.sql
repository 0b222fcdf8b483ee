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

-- No policy lets anybody pass: catalogs are for the project's own servers.
alter table storage.buckets_analytics enable row level security;
grant select, insert, update, delete on storage.buckets_analytics to anon, authenticated, service_role;
grant all on storage.buckets_analytics to supabase_storage_admin;
