-- Tables of the hosted service's storage, which SQL of projects may name. The engine keeps its files in objects and
-- engine.unfinished_uploads, so these stay empty.
create table storage.migrations (
  id          integer not null primary key,
  name        varchar(100) not null unique,
  hash        varchar(40) not null,
  executed_at timestamp default current_timestamp
);

create table storage.s3_multipart_uploads (
  id               text not null primary key,
  in_progress_size bigint not null default 0,
  upload_signature text not null,
  bucket_id        text not null references storage.buckets (id),
  key              text not null collate "C",
  version          text not null,
  owner_id         text,
  created_at       timestamptz not null default now(),
  user_metadata    jsonb,
  metadata         jsonb
);
create index idx_multipart_uploads_list on storage.s3_multipart_uploads (bucket_id, key, created_at);

create table storage.s3_multipart_uploads_parts (
  id          uuid not null primary key default gen_random_uuid(),
  upload_id   text not null references storage.s3_multipart_uploads (id) on delete cascade,
  size        bigint not null default 0,
  part_number integer not null,
  bucket_id   text not null references storage.buckets (id),
  key         text not null collate "C",
  etag        text not null,
  owner_id    text,
  version     text not null,
  created_at  timestamptz not null default now()
);

create table storage.prefixes (
  bucket_id  text not null references storage.buckets (id),
  name       text not null collate "C",
  level      integer not null generated always as (array_length(string_to_array(name, '/'), 1)) stored,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  primary key (bucket_id, level, name)
);

create table storage.buckets_analytics (
  id         uuid not null primary key default gen_random_uuid(),
  name       text not null,
  type       storage.buckettype not null default 'ANALYTICS',
  format     text not null default 'ICEBERG',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table storage.iceberg_namespaces (
  id          uuid not null primary key default gen_random_uuid(),
  bucket_name text not null,
  name        text not null collate "C",
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  metadata    jsonb not null default '{}',
  catalog_id  uuid not null references storage.buckets_analytics (id) on delete cascade
);

create table storage.iceberg_tables (
  id           uuid not null primary key default gen_random_uuid(),
  namespace_id uuid not null references storage.iceberg_namespaces (id) on delete cascade,
  bucket_name  text not null,
  name         text not null collate "C",
  location     text not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);

create table storage.buckets_vectors (
  id         text not null primary key,
  type       storage.buckettype not null default 'VECTOR',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.vector_indexes (
  id                     text not null primary key default gen_random_uuid(),
  name                   text not null collate "C",
  bucket_id              text not null references storage.buckets_vectors (id),
  data_type              text not null,
  dimension              integer not null,
  distance_metric        text not null,
  metadata_configuration jsonb,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);

do $$
declare
  t text;
begin
  foreach t in array array[
    'migrations', 's3_multipart_uploads', 's3_multipart_uploads_parts', 'prefixes', 'buckets_analytics',
    'iceberg_namespaces', 'iceberg_tables', 'buckets_vectors', 'vector_indexes'
  ] loop
    execute format('alter table storage.%I enable row level security', t);
    execute format('revoke all on table storage.%I from public, anon, authenticated', t);
    execute format('grant all on table storage.%I to supabase_storage_admin', t);
  end loop;
end
$$;
