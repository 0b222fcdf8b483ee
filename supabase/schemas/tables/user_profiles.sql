-- A person's public profile: the name and picture that colleagues see, and their agency.
create table public.user_profiles (
  id           uuid primary key references auth.users (id) on delete cascade,
  display_name text check (display_name ~ '\S' and length(display_name) <= 200),
  avatar_url   text check (private.is_web_address(avatar_url)),
  -- People outlive their agency: without one they can see only their own profile.
  agency_id    uuid references public.agencies (id) on delete set null,
  created_at   timestamptz not null default now(),
  -- The time of deactivation; see schemas/managing_people.sql.
  deactivated_at timestamptz,
  -- Whether the person wants a mail about unread notices, and the time of the last one; see notices.sql.
  wants_digest boolean not null default false,
  digested_at  timestamptz,
  -- The text that the search box of User Management compares: name and id. The id is included because people know its
  -- first digits.
  search_text  text generated always as
                 (coalesce(private.search_text(display_name), '') || chr(10) || private.search_text(id::text)) stored
);
create index user_profiles_agency_id_idx on public.user_profiles (agency_id);
create index user_profiles_created_at_idx on public.user_profiles (created_at desc);

alter table public.user_profiles enable row level security;
revoke all on public.user_profiles from anon, authenticated, service_role;
grant select, insert, update, delete on public.user_profiles to service_role;
-- Profiles are created and deleted with their user, never by hand.
grant select, update (display_name, avatar_url, agency_id, wants_digest) on public.user_profiles to authenticated;

create policy "people read their own profile, staff their agency's, super admins all"
  on public.user_profiles for select to authenticated
  using (
    id = (select private.my_id())
    or agency_id = (select private.my_agency_id())
    or (select private.is_super_admin())
  );

create policy "people edit their own profile, super admins everybody's agency"
  on public.user_profiles for update to authenticated
  using (id = (select private.my_id()) or (select private.is_super_admin()));

-- Decides which columns of a profile its owner and which an admin may change; the policy allows both to update it.
create function private.verify_profile_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Only changes by signed-in callers are checked: deleting an agency also updates profiles, as the owner of the table.
  if current_user <> 'authenticated' then
    return new;
  end if;
  if new.agency_id is distinct from old.agency_id and (new.id = private.my_id() or not private.is_super_admin()) then
    raise exception 'Only a super admin puts somebody into an agency, and nobody themselves.' using errcode = '42501';
  end if;
  if (new.display_name, new.avatar_url, new.wants_digest) is distinct from (old.display_name, old.avatar_url, old.wants_digest)
     and new.id <> private.my_id() then
    raise exception 'Only the person themselves changes their name, picture and mails.' using errcode = '42501';
  end if;
  return new;
end
$$;
revoke execute on function private.verify_profile_edit from public;

create trigger verify_edit
  before update on public.user_profiles for each row execute function private.verify_profile_edit();

-- A person who leaves an agency is no longer assigned to its projects, and no longer looks after its clients.
create function private.unassign_projects() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.projects set assigned_to = null
  where assigned_to = new.id and agency_id is distinct from new.agency_id;
  update public.clients set looked_after_by = null
  where looked_after_by = new.id and agency_id is distinct from new.agency_id;
  return null;
end
$$;
revoke execute on function private.unassign_projects from public;

create trigger unassign_projects
  after update on public.user_profiles for each row
  when (old.agency_id is distinct from new.agency_id)
  execute function private.unassign_projects();

-- A person who leaves an agency is no longer shown as present in its chat.
create function private.leave_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.user_presence where user_id = new.id and agency_id is distinct from new.agency_id;
  return null;
end
$$;
revoke execute on function private.leave_chat from public;

create trigger leave_chat
  after update on public.user_profiles for each row
  when (old.agency_id is distinct from new.agency_id)
  execute function private.leave_chat();

-- The chat checks the connections of a person whose agency has changed.
create trigger recheck_chat
  after update of agency_id on public.user_profiles
  for each row when (old.agency_id is distinct from new.agency_id)
  execute function private.recheck_chat('id');

-- The trigger runs before the deletion, because the connections are deleted with the person.
create trigger recheck_chat_of_removed
  before delete on public.user_profiles
  for each row execute function private.recheck_chat('id');
