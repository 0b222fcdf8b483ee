-- Reports of the staff about a project, for the agency only or for the client too.
create table public.project_updates (
  id           uuid primary key default gen_random_uuid(),
  project_id   uuid not null,
  created_by   uuid references public.user_profiles (id) on delete set null,
  title        text not null check (title ~ '\S' and length(title) <= 200),
  content      text not null check (content ~ '\S' and length(content) <= 20000),
  update_type  text not null default 'progress'
                 check (update_type in ('progress', 'milestone', 'general', 'review', 'delivery')),
  visibility   text not null default 'agency' check (visibility in ('agency', 'client')),
  is_milestone boolean not null default false,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  -- The time of the last change of its text; null if it was never changed. Set by the database, like the next column.
  edited_at    timestamptz,
  -- The time since which the client can see it.
  shown_at     timestamptz,
  -- The text that the palette's search compares.
  search_text  text generated always as (private.search_text(title)) stored,
  -- Whether it is one of the content updates that the client's plan includes each month.
  counts_as_content_update boolean not null default false,
  -- The day by which the client is asked to answer a review; client_mails.sql says which reminders follow from it.
  answer_by    date,
  -- The name of the key by which a program wrote it (for_programs.sql).
  by_program   text,
  -- The agency is that of the project. It stands here so that the policies and the lists of an agency need no join.
  agency_id    uuid not null,
  -- Whether the client has answered it, so that a list finds the reviews that wait by their own rows. The database alone sets it.
  is_answered  boolean not null default false,
  constraint project_updates_answer_by_of_reviews check (answer_by is null or update_type = 'review'),
  constraint project_updates_project_id_fkey foreign key (project_id, agency_id)
    references public.projects (id, agency_id) on update cascade on delete cascade
);
create index project_updates_answer_by_idx on public.project_updates (answer_by) where answer_by is not null;
create index project_updates_shown_at_idx on public.project_updates (shown_at desc) where shown_at is not null;
create index project_updates_project_id_idx on public.project_updates (project_id, created_at desc);
-- The order of the reviews that wait for an answer, for an agency and for a super admin.
create index project_updates_waiting_idx on public.project_updates (agency_id, answer_by, shown_at, id)
  where update_type = 'review' and visibility = 'client' and not is_answered;
create index project_updates_all_waiting_idx on public.project_updates (answer_by, shown_at, id)
  where update_type = 'review' and visibility = 'client' and not is_answered;
-- What an agency's clients were shown in a month.
create index project_updates_shown_idx on public.project_updates (agency_id, created_at) include (project_id)
  where visibility = 'client';
create index project_updates_created_by_idx on public.project_updates (created_by);
create index project_updates_content_idx on public.project_updates (project_id, created_at desc)
  where counts_as_content_update;

alter table public.project_updates enable row level security;
revoke all on public.project_updates from anon, authenticated, service_role;
grant select, insert, update, delete on public.project_updates to service_role;
grant select, delete on public.project_updates to authenticated;
grant insert (project_id, created_by, title, content, update_type, visibility, is_milestone, counts_as_content_update,
              answer_by),
      update (title, content, update_type, visibility, is_milestone, counts_as_content_update, answer_by)
  on public.project_updates to authenticated;

-- Stores the visibility 'internal' as 'agency', which means the same.
create function private.read_internal_as_agency() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.visibility := 'agency';
  return new;
end
$$;
revoke execute on function private.read_internal_as_agency from public;

-- Fills in the agency of the project, if the caller may see that project; otherwise the policy or the constraint refuses the row.
create function private.fill_in_agency_of_project() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.agency_id := coalesce(new.agency_id, (select agency_id from public.projects where id = new.project_id));
  return new;
end
$$;
revoke execute on function private.fill_in_agency_of_project from public;

create trigger fill_in_agency
  before insert on public.project_updates for each row execute function private.fill_in_agency_of_project();
create trigger fill_in_created_by
  before insert on public.project_updates for each row execute function private.fill_in_caller('created_by');
create trigger read_internal_as_agency
  before insert or update on public.project_updates for each row
  when (new.visibility = 'internal')
  execute function private.read_internal_as_agency();

-- Earlier texts of changed updates.
create table public.project_update_versions (
  id           uuid primary key default gen_random_uuid(),
  update_id    uuid not null references public.project_updates (id) on delete cascade,
  title        text not null,
  content      text not null,
  update_type  text not null
                 check (update_type in ('progress', 'milestone', 'general', 'review', 'delivery')),
  visibility   text not null check (visibility in ('agency', 'client')),
  is_milestone boolean not null,
  replaced_at  timestamptz not null default now(),
  replaced_by  uuid references public.user_profiles (id) on delete set null
);
create index project_update_versions_update_id_idx on public.project_update_versions (update_id, replaced_at desc);
create index project_update_versions_replaced_by_idx on public.project_update_versions (replaced_by);

alter table public.project_update_versions enable row level security;
revoke all on public.project_update_versions from anon, authenticated, service_role;
grant select, insert, update, delete on public.project_update_versions to service_role;
grant select on public.project_update_versions to authenticated;

create policy "people who see an update read its earlier versions"
  on public.project_update_versions for select to authenticated
  using (exists (select from public.project_updates where project_updates.id = project_update_versions.update_id));

-- Stores the earlier text of a changed update; people cannot write versions themselves.
create function private.keep_update_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.title, new.content, new.update_type, new.is_milestone)
     is distinct from (old.title, old.content, old.update_type, old.is_milestone) then
    new.edited_at := now();
  elsif new.visibility = old.visibility then
    return new;
  end if;
  insert into public.project_update_versions
    (update_id, title, content, update_type, visibility, is_milestone, replaced_by)
  values (old.id, old.title, old.content, old.update_type, old.visibility, old.is_milestone, private.my_id());
  return new;
end
$$;
revoke execute on function private.keep_update_version from public;

-- Sets the time since which the client can see an update. One that is hidden and shown again counts as new.
create function private.note_since_when_shown() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.visibility <> 'client' then
    new.shown_at := null;
  elsif new.shown_at is null then
    new.shown_at := now();
  end if;
  return new;
end
$$;
revoke execute on function private.note_since_when_shown from public;

-- The client's answer is no change that a colleague's open form must hear of.
create trigger touch_updated_at
  before update on public.project_updates for each row
  when (old.is_answered = new.is_answered)
  execute function private.touch_updated_at();
-- Triggers run in the order of their names: this one after `read_internal_as_agency`.
create trigger since_when_shown
  before insert or update on public.project_updates for each row execute function private.note_since_when_shown();
create trigger write_version
  before update on public.project_updates for each row execute function private.keep_update_version();

create policy "staff read their agency's updates, super admins all"
  on public.project_updates for select to authenticated
  using (agency_id = (select private.my_agency_id()) or (select private.is_super_admin()));

create policy "people who see a project add updates of their own"
  on public.project_updates for insert to authenticated
  with check (
    (select private.may_write())
    and created_by = (select private.my_id())
    and exists (select from public.projects where projects.id = project_updates.project_id)
  );

create policy "who wrote an update and admins edit it"
  on public.project_updates for update to authenticated
  using (
    (select private.may_write())
    and (
      created_by = (select private.my_id())
      or (select private.has_role('agency_admin', 'admin', 'super_admin'))
    )
    and exists (select from public.projects where projects.id = project_updates.project_id)
  );

create policy "people who see a project delete its updates"
  on public.project_updates for delete to authenticated
  using (
    (select private.may_write())
    and exists (select from public.projects where projects.id = project_updates.project_id)
  );

-- Removes all files of an update, or of what a client asked for, that is deleted for good, also files without an attachment,
-- and also when it is deleted with its project, client or agency (private/abandoned_files.sql).
create function private.delete_files_of_updates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.my_id() is not null then
    return null;
  end if;
  perform private.abandon_files('client-update-files', array(
    select objects.name
    from gone
    join storage.objects
      on objects.bucket_id = 'client-update-files'
      -- '0' follows '/' in byte order, so the range covers all names in the update's folder.
      and objects.name collate "C" >= gone.id || '/'
      and objects.name collate "C" < gone.id || '0'
  ));
  return null;
end
$$;
revoke execute on function private.delete_files_of_updates from public;

create trigger delete_files
  after delete on public.project_updates
  referencing old table as gone
  for each statement execute function private.delete_files_of_updates();

alter publication supabase_realtime add table public.project_updates;
