-- The bytes of what comes with an update: {updateId}/{timestamp}_{filename}. Whoever sees the update reads its files.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'client-update-files', 'client-update-files', false, 10485760,
  array['image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/csv',
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document']
)
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- The update in whose folder a file lies; null where the name is none that an attachment may have.
create function private.update_of_file(name text) returns uuid
language sql immutable
return case
  when name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[^/]+$' then split_part(name, '/', 1)::uuid
end;

create policy "whoever sees an update reads its files"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'client-update-files'
    and exists (select from public.project_updates where project_updates.id = private.update_of_file(objects.name))
  );

create policy "whoever sees an update uploads files to it"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'client-update-files'
    and (select private.may_write())
    and exists (select from public.project_updates where project_updates.id = private.update_of_file(objects.name))
  );

-- There is none for updating: a file that was sent to a client is not exchanged for another under its name.
create policy "whoever sees an update removes its files"
  on storage.objects for delete to authenticated
  using (
    bucket_id = 'client-update-files'
    and (select private.may_write())
    and exists (select from public.project_updates where project_updates.id = private.update_of_file(objects.name))
  );

-- An update takes its files with it, also those that no attachment names, and also when it goes with its project, its
-- client or its agency. These are the rows, which storage lets nobody delete who does not say so; it sweeps the bytes.
-- Said in the body, since the owner of this function may not say it in a SET clause on hosted Supabase.
create function private.delete_files_of_updates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  -- '0' is what follows '/': from the first name in the update's folder to the last.
  delete from storage.objects using gone
  where objects.bucket_id = 'client-update-files'
    and objects.name collate "C" >= gone.id || '/'
    and objects.name collate "C" < gone.id || '0';
  return null;
end
$$;

create trigger delete_files
  after delete on public.project_updates
  referencing old table as gone
  for each statement execute function private.delete_files_of_updates();

create function private.delete_files_of_attachments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects using gone
  where objects.bucket_id = 'client-update-files' and objects.name = gone.file_path;
  return null;
end
$$;

create trigger delete_files
  after delete on public.client_update_attachments
  referencing old table as gone
  for each statement execute function private.delete_files_of_attachments();
