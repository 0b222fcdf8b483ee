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

alter table storage.vector_indexes enable row level security;
grant select on storage.vector_indexes to anon, authenticated, service_role;
grant all on storage.vector_indexes to supabase_storage_admin;
