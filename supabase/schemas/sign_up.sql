-- The name that a person entered at sign-up.
create function private.name_at_sign_up(metadata jsonb) returns text
language sql immutable set search_path = '' as $$
  select nullif(left(regexp_replace(coalesce(metadata ->> 'name', metadata ->> 'full_name'), '^\s+|\s+$', '', 'g'), 200), '')
$$;
revoke execute on function private.name_at_sign_up from public;

-- Creates the profile and the role 'user' of a new account. The metadata of a sign-up only provides the name: it is
-- written by the user, so a role in it has no effect.
create function private.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_profiles (id, display_name) values (new.id, private.name_at_sign_up(new.raw_user_meta_data));
  insert into public.user_roles (user_id, role) values (new.id, 'user');
  return null;
end
$$;
revoke execute on function private.welcome_user from public;

create trigger welcome_user
  after insert on auth.users for each row execute function private.welcome_user();

-- Copies a changed name at sign-up into the profile until the address is confirmed. Before that the name may come from
-- a stranger, and it must disappear when the sign-up is replaced or dropped because the address's owner signs in by
-- another method.
create function private.rename_newcomer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  name text := private.name_at_sign_up(new.raw_user_meta_data);
begin
  if name is distinct from private.name_at_sign_up(old.raw_user_meta_data) then
    update public.user_profiles set display_name = name where id = new.id;
  end if;
  return null;
end
$$;
revoke execute on function private.rename_newcomer from public;

create trigger rename_newcomer
  after update of raw_user_meta_data on auth.users for each row
  when (old.email_confirmed_at is null and old.phone_confirmed_at is null)
  execute function private.rename_newcomer();

-- Makes a person the first super admin, which a new installation needs before anybody can grant a role.
create function private.make_first_super_admin(person uuid, agency_name text default 'Mainstreet') returns void
language plpgsql security definer set search_path = '' as $$
declare
  first_agency uuid;
begin
  perform pg_advisory_xact_lock(hashtext('private.keep_a_super_admin'));
  if exists (select from public.user_roles where role = 'super_admin') then
    raise exception 'There is a super admin already: further ones are made by them.' using errcode = '42501';
  end if;
  select id into first_agency from public.agencies order by created_at limit 1;
  if first_agency is null then
    insert into public.agencies (name) values (agency_name) returning id into first_agency;
  end if;
  update public.user_profiles set agency_id = first_agency where id = person;
  insert into public.user_roles (user_id, role) values (person, 'super_admin');
end
$$;
revoke execute on function private.make_first_super_admin from public;

-- Makes a person the first super admin, with the service key: the server calls it at its first start, and an operator
-- after setting up hosted Supabase. It refuses if there is one already.
create function public.make_first_super_admin(person uuid) returns void
language sql security definer set search_path = '' as $$
  select private.make_first_super_admin(person)
$$;
revoke execute on function public.make_first_super_admin from public, anon, authenticated;
grant execute on function public.make_first_super_admin to service_role;

-- The chat checks a person's connections when a session ends or completes the second step, and when a person is banned.
-- A new authenticator app is required at once, also of connected sessions: the others end, and the current one has just
-- proven it.
create trigger recheck_chat
  after delete or update of not_after, aal on auth.sessions
  for each row execute function private.recheck_chat('user_id');

create trigger recheck_chat
  after update of banned_until on auth.users
  for each row when (old.banned_until is distinct from new.banned_until)
  execute function private.recheck_chat('id');

-- The account with this address, whether its owner has signed in, and their agency; used before an invitation.
create function public.person_with_email(address text) returns table (id uuid, agency_id uuid, has_come boolean)
language sql stable security definer set search_path = ''
begin atomic
  select users.id, profiles.agency_id, private.has_come(users.id)
  from auth.users left join public.user_profiles as profiles using (id)
  where lower(users.email) = lower(btrim(address)) and not users.is_sso_user;
end;
revoke execute on function public.person_with_email from public, anon, authenticated;
grant execute on function public.person_with_email to service_role;

-- Prepares an invitation to be sent again whose link was opened without setting a password: the session of that link
-- ends, and then the auth service mails another link.
create function public.reopen_invitation(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users set email_confirmed_at = null
  where id = person and email_confirmed_at is not null and not private.has_come(id);
  if found then
    update auth.sessions set not_after = now() where user_id = person and (not_after is null or not_after > now());
  end if;
end
$$;
revoke execute on function public.reopen_invitation from public, anon, authenticated;
grant execute on function public.reopen_invitation to service_role;

-- Gives an invited person the agency and role of the newest invitation. Returns false and changes nothing if their agency
-- or roles are no longer those that the caller has seen and judged, because of two simultaneous invitations.
create function public.place_invited(
  person uuid, seen_roles text[], new_role text, seen_agency uuid default null, new_agency uuid default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  held text[];
begin
  perform from auth.users where id = person for update;
  select array_agg(role) into held from public.user_roles where user_id = person;
  if not (held @> seen_roles and held <@ seen_roles) or private.has_come(person) or not exists (
    select from public.user_profiles where id = person and agency_id is not distinct from seen_agency
  ) then
    return false;
  end if;
  update public.user_profiles set agency_id = new_agency
  where id = person and new_agency is not null and agency_id is distinct from new_agency;
  delete from public.user_roles where user_id = person and role not in ('user', new_role);
  insert into public.user_roles (user_id, role) values (person, new_role) on conflict do nothing;
  return true;
end
$$;
revoke execute on function public.place_invited from public, anon, authenticated;
grant execute on function public.place_invited to service_role;

-- Deletes the account of an invitation that failed before the person was placed. A simultaneous invitation that has
-- placed them keeps it.
create function public.drop_unplaced_invitation(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users where id = person for update;
  delete from auth.users
  where id = person and invited_at is not null and not private.has_come(id)
    and not exists (select from public.user_profiles where user_profiles.id = person and agency_id is not null)
    and not exists (select from public.user_roles where user_id = person and role <> 'user');
end
$$;
revoke execute on function public.drop_unplaced_invitation from public, anon, authenticated;
grant execute on function public.drop_unplaced_invitation to service_role;
