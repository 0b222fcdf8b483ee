-- Vector buckets and their indexes, in the tables that the hosted service has for them. Only the storage service works with
-- them: row security is on and there is no policy.
create table storage.buckets_vectors (
  id         text not null primary key,
  type       storage.buckettype not null default 'VECTOR',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.vector_indexes (
  id                     text not null primary key default gen_random_uuid(),
  name                   text collate "C" not null,
  bucket_id              text not null references storage.buckets_vectors (id),
  data_type              text not null,
  dimension              integer not null,
  distance_metric        text not null,
  metadata_configuration jsonb,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);
create unique index vector_indexes_name_bucket_id_idx on storage.vector_indexes (name, bucket_id);

alter table storage.buckets_vectors enable row level security;
alter table storage.vector_indexes enable row level security;
grant select on storage.buckets_vectors, storage.vector_indexes to anon, authenticated, service_role;
grant all on storage.buckets_vectors, storage.vector_indexes to supabase_storage_admin;

-- The vectors themselves, which the hosted service keeps elsewhere.
create table engine.vectors (
  index_id text not null references storage.vector_indexes (id) on delete cascade,
  key      text collate "C" not null,
  -- Four bytes a number. Numbers hardly compress, and trying takes time.
  data     bytea not null,
  metadata jsonb not null,
  primary key (index_id, key)
);
alter table engine.vectors alter column data set storage external;
