-- Files without an owner: their message, attachment or picture was deleted or never used. Nobody may read them, and
-- settle-deleted removes them through the Storage API. Deleting rows of storage.objects in a trigger would leave the
-- bytes behind on hosted Supabase.
create table private.abandoned_files (
  bucket_id text not null,
  name      text not null,
  primary key (bucket_id, name)
);
revoke all on private.abandoned_files from public, anon, authenticated, service_role;

-- Marks files for removal, and deletes marks of files that storage has removed meanwhile.
create function private.abandon_files(bucket text, names text[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.abandoned_files as abandoned
  where not exists (
    select from storage.objects where objects.bucket_id = abandoned.bucket_id and objects.name = abandoned.name
  );
  insert into private.abandoned_files (bucket_id, name) select bucket, unnest(names) on conflict do nothing;
$$;
revoke execute on function private.abandon_files from public;

-- Whether a file is marked, for the policies of storage.objects.
create function private.is_abandoned(bucket text, name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.abandoned_files as abandoned
    where abandoned.bucket_id = is_abandoned.bucket and abandoned.name = is_abandoned.name
  )
$$;
revoke execute on function private.is_abandoned from public;
grant execute on function private.is_abandoned to authenticated;
