-- What somebody calls themselves at sign-up.
create function private.name_at_sign_up(metadata jsonb) returns text
language sql immutable set search_path = '' as $$
  select nullif(left(regexp_replace(coalesce(metadata ->> 'name', metadata ->> 'full_name'), '^\s+|\s+$', '', 'g'), 200), '')
$$;
revoke execute on function private.name_at_sign_up from public;

-- Everybody who signs up, or is created by an admin, gets a profile and the role 'user'. The metadata of a sign-up
-- gives them a name and nothing else: a role in it is a wish, not a right.
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

-- A profile has the name that its person gave at sign-up, and keeps it. Until somebody has shown that the address is
-- theirs it may be a stranger's word: when their sign-up is replaced, or dropped because the owner came in by another
-- way, the name in the profile goes with it.
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

-- A fresh installation has nobody who could give the first role.
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

-- The service key may make the first super admin: the server uses it at its first start, and a person when they set up
-- hosted Supabase. It refuses where there is one already.
create function public.make_first_super_admin(person uuid) returns void
language sql security definer set search_path = '' as $$
  select private.make_first_super_admin(person)
$$;
revoke execute on function public.make_first_super_admin from public, anon, authenticated;
grant execute on function public.make_first_super_admin to service_role;

-- The chat checks again who may stay when a session ends or proves the second step, and when somebody is banned. A
-- person who sets up an authenticator app needs its code from then on, also where they are in the chat already: their
-- other sessions end, and this one proves it.
create trigger recheck_chat
  after delete or update of not_after, aal on auth.sessions
  for each row execute function private.recheck_chat('user_id');

create trigger recheck_chat
  after update of banned_until on auth.users
  for each row when (old.banned_until is distinct from new.banned_until)
  execute function private.recheck_chat('id');

-- Who has this address already, whether they have come yet, and whom they work for: asked before somebody is invited.
create function public.person_with_email(address text) returns table (id uuid, agency_id uuid, has_come boolean)
language sql stable security definer set search_path = ''
begin atomic
  select users.id, profiles.agency_id, private.has_come(users.id)
  from auth.users left join public.user_profiles as profiles using (id)
  where lower(users.email) = lower(btrim(address)) and not users.is_sso_user;
end;
revoke execute on function public.person_with_email from public, anon, authenticated;
grant execute on function public.person_with_email to service_role;

-- An invitation whose link was opened by somebody who then did not set a password can be sent again: the session of
-- that link ends first, and the auth service mails another one.
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
