-- What staff report about a project, for the agency alone or for the client's eyes too.
create table public.project_updates (
  id           uuid primary key default gen_random_uuid(),
  project_id   uuid not null references public.projects (id) on delete cascade,
  created_by   uuid references public.user_profiles (id) on delete set null,
  title        text not null check (title ~ '\S' and length(title) <= 200),
  content      text not null check (content ~ '\S' and length(content) <= 20000),
  update_type  text not null default 'progress'
                 check (update_type in ('progress', 'milestone', 'general', 'review', 'delivery')),
  visibility   text not null default 'agency' check (visibility in ('agency', 'client')),
  is_milestone boolean not null default false,
  created_at   timestamptz not null default now()
);
create index project_updates_project_id_idx on public.project_updates (project_id, created_at desc);
create index project_updates_created_by_idx on public.project_updates (created_by);

alter table public.project_updates enable row level security;
revoke all on public.project_updates from anon, authenticated, service_role;
grant select, insert, update, delete on public.project_updates to service_role;
grant select, delete on public.project_updates to authenticated;
grant insert (project_id, created_by, title, content, update_type, visibility, is_milestone),
      update (title, content, update_type, visibility, is_milestone)
  on public.project_updates to authenticated;

-- 'internal' is another word for 'agency'.
create function private.read_internal_as_agency() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.visibility := 'agency';
  return new;
end
$$;

create trigger fill_in_created_by
  before insert on public.project_updates for each row execute function private.fill_in_caller('created_by');
create trigger read_internal_as_agency
  before insert or update on public.project_updates for each row
  when (new.visibility = 'internal')
  execute function private.read_internal_as_agency();

create policy "whoever sees a project reads its updates"
  on public.project_updates for select to authenticated
  using (exists (select from public.projects where projects.id = project_updates.project_id));

create policy "whoever sees a project adds updates of their own"
  on public.project_updates for insert to authenticated
  with check (
    (select private.may_write())
    and created_by = (select private.my_id())
    and exists (select from public.projects where projects.id = project_updates.project_id)
  );

create policy "whoever sees a project edits its updates"
  on public.project_updates for update to authenticated
  using (
    (select private.may_write())
    and exists (select from public.projects where projects.id = project_updates.project_id)
  );

create policy "whoever sees a project deletes its updates"
  on public.project_updates for delete to authenticated
  using (
    (select private.may_write())
    and exists (select from public.projects where projects.id = project_updates.project_id)
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

alter publication supabase_realtime add table public.project_updates;
