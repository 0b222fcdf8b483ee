-- Whoever looks after people deactivates them and brings them back.
alter table public.user_profiles add column deactivated_at timestamptz;
update public.user_profiles set deactivated_at = now()
from auth.users where users.id = user_profiles.id and users.banned_until > now();

-- The roles of those whom the caller looks after.
create function private.roles_below_mine() returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when private.is_super_admin() then '{user,agency_staff,agency_admin,admin,super_admin}'
    when private.has_role('admin') then '{user,agency_staff,agency_admin}'
    when private.has_role('agency_admin') then '{user,agency_staff}'
    else '{}'
  end::text[];
end
$$;

-- Refuses a caller who does not look after this person.
create function private.require_care_of(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  below constant text[] := private.roles_below_mine();
begin
  if below = '{}' then
    raise exception 'Only admins look after people.' using errcode = '42501';
  end if;
  if person = private.my_id() then
    raise exception 'Nobody does that to themselves.' using errcode = '42501';
  end if;
  if not exists (
    select from public.user_profiles
    where id = person and (private.is_super_admin() or agency_id = private.my_active_agency_id())
  ) then
    raise exception 'There is no such person any more among those whom you look after.' using errcode = 'PT404';
  end if;
  if exists (select from public.user_roles where user_id = person and role <> all (below)) then
    raise exception 'Only a super admin may do that to somebody of your own kind or above.' using errcode = '42501';
  end if;
end
$$;
revoke execute on function private.require_care_of from public;

-- Out of everything at once, and in again by no way, until they are brought back; what they did stays. Their open projects
-- stay assigned to them, unless a super admin says to whom they go.
create function public.deactivate_person(person uuid, reassign_to uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time: two super admins who deactivate each other would leave nobody.
  perform pg_advisory_xact_lock(hashtext('private.keep_a_super_admin'));
  perform private.require_care_of(person);
  if reassign_to is not null then
    if not private.is_super_admin() then
      raise exception 'Only a super admin reassigns projects.' using errcode = '42501';
    end if;
    if reassign_to = person then
      raise exception 'Their projects go to somebody else.' using errcode = '23514';
    end if;
    update public.projects set assigned_to = reassign_to
    where assigned_to = person and status not in ('completed', 'cancelled');
  end if;
  update auth.users set banned_until = now() + interval '100 years'
  where id = person and (banned_until is null or banned_until < now() + interval '50 years');
  if found then
    update auth.sessions set not_after = now() where user_id = person and (not_after is null or not_after > now());
    perform private.audit('deactivated', private.audit_agency_of(person), person, private.audit_name(person));
  end if;
end
$$;
revoke execute on function public.deactivate_person from public, anon;

-- With the password, the roles and the agency that they had. Their old sessions stay ended.
create function public.bring_back_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_care_of(person);
  update auth.users set banned_until = null where id = person and banned_until > now();
  if found then
    perform private.audit('reactivated', private.audit_agency_of(person), person, private.audit_name(person));
  end if;
end
$$;
revoke execute on function public.bring_back_person from public, anon;

-- Colleagues see who is not there any more, whichever way they were shut out.
create function private.note_deactivation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_profiles set deactivated_at = case when new.banned_until > now() then now() end
  where id = new.id and (deactivated_at is not null) is distinct from coalesce(new.banned_until > now(), false);
  return null;
end
$$;

create trigger note_deactivation
  after update of banned_until on auth.users for each row
  when (old.banned_until is distinct from new.banned_until)
  execute function private.note_deactivation();

-- Nothing new is assigned to whoever is not there.
create or replace function private.is_staff_of(person uuid, agency uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.user_profiles
    join public.user_roles on user_roles.user_id = user_profiles.id
    where user_profiles.id = person
      and user_profiles.agency_id = agency
      and user_profiles.deactivated_at is null
      and user_roles.role in ('agency_staff', 'agency_admin', 'admin', 'super_admin')
  );
end
$$;

-- One who is shut out could not make another.
create or replace function private.keep_a_super_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One removal at a time: of two at once each would still see the person the other one removes.
  perform pg_advisory_xact_lock(hashtext('private.keep_a_super_admin'));
  if not exists (
    select from public.user_roles join public.user_profiles on user_profiles.id = user_roles.user_id
    where user_roles.role = 'super_admin' and user_profiles.deactivated_at is null
  ) then
    raise exception 'The last super admin cannot be removed.' using errcode = '42501';
  end if;
  return null;
end
$$;

-- Nor is anybody mailed who is shut out.
create or replace function public.enquiry_recipients(configured text default null) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select array[email] from public.agencies where answers_website and email is not null),
    (select array_agg(btrim(address)) from regexp_split_to_table(nullif(btrim(configured), ''), ',') as address),
    (select array_agg(users.email::text order by users.email)
     from auth.users join public.user_roles on user_roles.user_id = users.id
     where user_roles.role = 'super_admin' and users.email is not null
       and (users.banned_until is null or users.banned_until <= now())
       -- Nobody's (RFC 2606): those of people who are there for a trial.
       and users.email not like '%.invalid'),
    '{}'
  )
$$;

insert into public.role_permissions (role, position, subject, covers, actions, scope)
select unnest(roles), position, subject, covers, actions, scope
from (values
  (35, '{agency_admin, admin}'::text[], 'Deactivating and bringing back people below their own kind',
       '{deactivate_person, bring_back_person}'::text[], '{change}'::text[], 'own agency'),
  (35, '{super_admin}', 'Deactivating and bringing back people', '{deactivate_person, bring_back_person}', '{change}',
       'others')
) as told (position, roles, subject, covers, actions, scope);
