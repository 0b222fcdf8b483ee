-- The files of updates; their bytes are in storage, in the update's own folder.
create table public.client_update_attachments (
  id         uuid primary key default gen_random_uuid(),
  update_id  uuid not null references public.project_updates (id) on delete cascade,
  file_name  text not null check (file_name ~ '\S' and length(file_name) <= 255),
  -- The path must be in the update's own folder, so code that reads, deletes or sweeps files by it may trust it.
  file_path  text not null unique
               check (starts_with(file_path, update_id::text || '/') and file_path !~ '(^|/)\.\.?(/|$)'
                      and length(file_path) <= 1024),
  file_type  text not null check (file_type in (
               'image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/csv',
               'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  file_size  integer not null check (file_size between 0 and 10485760),
  created_at timestamptz not null default now()
);
create index client_update_attachments_update_id_idx on public.client_update_attachments (update_id);

alter table public.client_update_attachments enable row level security;
revoke all on public.client_update_attachments from anon, authenticated, service_role;
grant select, insert, update, delete on public.client_update_attachments to service_role;
grant select, delete on public.client_update_attachments to authenticated;
grant insert (update_id, file_name, file_path, file_type, file_size), update (file_name)
  on public.client_update_attachments to authenticated;

create policy "people who see an update read its attachments"
  on public.client_update_attachments for select to authenticated
  using (exists (select from public.project_updates where project_updates.id = client_update_attachments.update_id));

create policy "people who see an update attach files to it"
  on public.client_update_attachments for insert to authenticated
  with check (
    (select private.may_write())
    and exists (select from public.project_updates where project_updates.id = client_update_attachments.update_id)
  );

create policy "people who see an update rename its attachments"
  on public.client_update_attachments for update to authenticated
  using (
    (select private.may_write())
    and exists (select from public.project_updates where project_updates.id = client_update_attachments.update_id)
  );

create policy "people who see an update delete its attachments"
  on public.client_update_attachments for delete to authenticated
  using (
    (select private.may_write())
    and exists (select from public.project_updates where project_updates.id = client_update_attachments.update_id)
  );

-- Removes the file of a deleted attachment. The files of a deleted update are handled with the update.
create function private.delete_files_of_attachments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.abandon_files('client-update-files', array(
    select objects.name
    from gone
    join public.project_updates on project_updates.id = gone.update_id
    join storage.objects on objects.bucket_id = 'client-update-files' and objects.name = gone.file_path
  ));
  return null;
end
$$;
revoke execute on function private.delete_files_of_attachments from public;

create trigger delete_files
  after delete on public.client_update_attachments
  referencing old table as gone
  for each statement execute function private.delete_files_of_attachments();

alter publication supabase_realtime add table public.client_update_attachments;
