-- SQL that enables versioning of files is refused, instead of being ignored.
create table storage.buckets (
  id                 text not null primary key,
  name               text not null,
  owner              uuid,
  created_at         timestamptz default now(),
  updated_at         timestamptz default now(),
  public             boolean default false,
  avif_autodetection boolean default false,
  file_size_limit    bigint,
  allowed_mime_types text[],
  owner_id           text,
  type               storage.buckettype not null default 'STANDARD',
  versioning_status  text not null default 'DISABLED' check (versioning_status = 'DISABLED')
);
comment on column storage.buckets.owner is 'Field is deprecated, use owner_id instead';
create unique index bname on storage.buckets (name);

create function storage.enforce_bucket_name_length() returns trigger language plpgsql as $$
begin
  if length(new.name) > 100 then
    raise exception 'bucket name "%" is too long (% characters). Max is 100.', new.name, length(new.name);
  end if;
  return new;
end
$$;
grant execute on function storage.enforce_bucket_name_length()
  to anon, authenticated, service_role, supabase_storage_admin;
create trigger enforce_bucket_name_length_trigger before insert or update of name on storage.buckets
  for each row execute function storage.enforce_bucket_name_length();
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();

-- Row security protects the table: without a policy nobody can read or write it.
alter table storage.buckets enable row level security;
grant select, insert, update, delete on storage.buckets to anon, authenticated, service_role;
grant all on storage.buckets to supabase_storage_admin;
