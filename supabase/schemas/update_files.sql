-- Files of updates: {updateId}/{timestamp}_{filename}. Everybody who may see the update may read its files. The files of what
-- clients ask for lie beside them, in folders with the request's id, under the same rules of types and sizes.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'client-update-files', 'client-update-files', false, 10485760,
  array['image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/csv',
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document']
)
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- The update or request in whose folder a file is; null for a name that no attachment may have.
create function private.update_of_file(name text) returns uuid
language sql immutable
return case
  when name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[^/]+$' then split_part(name, '/', 1)::uuid
end;
revoke execute on function private.update_of_file from public;
grant execute on function private.update_of_file to authenticated;

-- Locks an update so that it is not deleted before this transaction ends: a file uploaded at the same time would have
-- no owner and would never be removed. A caller who may lock a row may also edit it, so the function locks it as its
-- owner.
create function private.hold_update(update_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.project_updates where project_updates.id = update_id for key share;
  return found;
end
$$;
revoke execute on function private.hold_update from public;
grant execute on function private.hold_update to authenticated;

create policy "people who see an update read its files"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'client-update-files'
    and exists (select from public.project_updates where project_updates.id = private.update_of_file(objects.name))
    and not private.is_abandoned(bucket_id, objects.name)
  );

create policy "whoever sees what a client asks for reads its files"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'client-update-files'
    and exists (select from public.client_requests where client_requests.id = private.update_of_file(objects.name))
    and not private.is_abandoned(bucket_id, objects.name)
  );

-- The uploader's permission is checked at the upload, and the update must exist until the file's row is stored. Signed
-- upload URLs are refused: they are not checked again, would outlive the signer's role for hours, and could replace a
-- file that was sent to a client.
create policy "people who see an update upload files to it"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'client-update-files'
    and (select private.may_write())
    and coalesce((select storage.operation()), '') not like '%sign\_upload\_url'
    and exists (select from public.project_updates where project_updates.id = private.update_of_file(objects.name))
    and private.hold_update(private.update_of_file(objects.name))
  );

-- There is no policy for updates: a file that was sent to a client must not be replaced by another one of the same
-- name.
create policy "people who see an update remove its files"
  on storage.objects for delete to authenticated
  using (
    bucket_id = 'client-update-files'
    and (select private.may_write())
    and exists (select from public.project_updates where project_updates.id = private.update_of_file(objects.name))
  );
