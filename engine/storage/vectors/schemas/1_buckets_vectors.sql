-- Vector buckets and their indexes, in the tables that the hosted service has for them. Only the storage service works with
-- them: row security is on and there is no policy.
create table storage.buckets_vectors (
  id         text not null primary key,
  type       storage.buckettype not null default 'VECTOR',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table storage.buckets_vectors enable row level security;
grant select on storage.buckets_vectors to anon, authenticated, service_role;
grant all on storage.buckets_vectors to supabase_storage_admin;
