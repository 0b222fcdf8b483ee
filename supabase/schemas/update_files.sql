-- The files of updates: {updateId}/{timestamp}_{filename}. Everybody who sees the update reads its files.
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
revoke execute on function private.update_of_file from public;
grant execute on function private.update_of_file to authenticated;

-- Keeps an update from being deleted before this transaction ends: a file that was uploaded at the same time would
-- belong to nothing, and nothing would remove it. A caller who may lock a row may edit it, so a definer does it for
-- them.
create function private.hold_update(update_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.project_updates where project_updates.id = update_id for key share;
  return found;
end
$$;
revoke execute on function private.hold_update from public;
grant execute on function private.hold_update to authenticated;

create policy "whoever sees an update reads its files"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'client-update-files'
    and exists (select from public.project_updates where project_updates.id = private.update_of_file(objects.name))
    and not private.is_abandoned(bucket_id, objects.name)
  );

-- Who uploads a file must be allowed to at that moment, and its update must stay until the file's row is there.
-- Signing an address for an upload is an upload that storage tries beforehand. What comes by the address is asked nothing
-- any more: it would outlive the role of who signed it for hours, and could replace a file that was sent to a client.
create policy "whoever sees an update uploads files to it"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'client-update-files'
    and (select private.may_write())
    and coalesce((select storage.operation()), '') not like '%sign\_upload\_url'
    and exists (select from public.project_updates where project_updates.id = private.update_of_file(objects.name))
    and private.hold_update(private.update_of_file(objects.name))
  );

-- There is none for updating: a file that was sent to a client is not exchanged for another under its name.
create policy "whoever sees an update removes its files"
  on storage.objects for delete to authenticated
  using (
    bucket_id = 'client-update-files'
    and (select private.may_write())
    and exists (select from public.project_updates where project_updates.id = private.update_of_file(objects.name))
  );
