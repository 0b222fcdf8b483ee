-- Who uploads a file must be allowed to at that moment, and its update must stay until the file's row is there.

-- Whether the caller may change an update, which then cannot go before this transaction ends: a file that came in beside
-- its deletion would belong to nothing, seen by nobody and swept by nothing.
create function private.hold_update(update_id uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform from public.project_updates where project_updates.id = update_id for key share;
  return found;
end
$$;

-- Signing an address for an upload is an upload that storage tries beforehand. What comes by the address is asked nothing
-- any more: it would outlive the role of who signed it for hours, and could replace a file that was sent to a client.
alter policy "whoever sees an update uploads files to it"
  on storage.objects
  with check (
    bucket_id = 'client-update-files'
    and (select private.may_write())
    and coalesce((select storage.operation()), '') not like '%sign\_upload\_url'
    and private.hold_update(private.update_of_file(objects.name))
  );
