-- Updates can be edited by who wrote them and by admins, with what they said before kept; and since when the client sees one.
alter table public.project_updates
  add column updated_at timestamptz not null default now(),
  add column edited_at timestamptz,
  add column shown_at timestamptz;
update public.project_updates set shown_at = created_at where visibility = 'client';
create index project_updates_shown_at_idx on public.project_updates (shown_at desc) where shown_at is not null;

-- What an update said before somebody changed it.
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

create policy "whoever sees an update reads what it said before"
  on public.project_update_versions for select to authenticated
  using (exists (select from public.project_updates where project_updates.id = project_update_versions.update_id));

-- Who may write an update may not write its history.
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

-- What is shown anew is new to the client.
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

create trigger touch_updated_at
  before update on public.project_updates for each row execute function private.touch_updated_at();
-- After `read_internal_as_agency`: triggers run in the order of their names.
create trigger since_when_shown
  before insert or update on public.project_updates for each row execute function private.note_since_when_shown();
create trigger write_version
  before update on public.project_updates for each row execute function private.keep_update_version();

drop policy "whoever sees a project edits its updates" on public.project_updates;
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
