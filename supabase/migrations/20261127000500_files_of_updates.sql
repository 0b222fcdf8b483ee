-- Who sees an update uploads files to it, as before, though only who wrote it and admins edit it now: a lock on a row asks for
-- the right to edit it, unless a definer takes it.
-- Keeps an update from going before this transaction ends: a file that came in beside its deletion would belong to nothing,
-- seen by nobody and swept by nothing. Whoever may lock a row may edit it, unless a definer does it for them.
create or replace function private.hold_update(update_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.project_updates where project_updates.id = update_id for key share;
  return found;
end
$$;

drop policy "whoever sees an update uploads files to it" on storage.objects;
create policy "whoever sees an update uploads files to it"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'client-update-files'
    and (select private.may_write())
    and coalesce((select storage.operation()), '') not like '%sign\_upload\_url'
    and exists (select from public.project_updates where project_updates.id = private.update_of_file(objects.name))
    and private.hold_update(private.update_of_file(objects.name))
  );
