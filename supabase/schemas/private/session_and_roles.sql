-- The caller's session and roles, which row policies read anew for each statement: a change of roles counts at once for a
-- session that is open. The functions are in a schema that the API does not expose, see every row (security definer) and
-- set their own search_path. Policies call them as (select private.…()), so that each is evaluated once per statement and
-- not once per row.
create schema private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

-- The person of the token's session, while that session exists. It is null for an application with a token of the OAuth
-- server and for a banned person, whatever the token says. A person with an authenticator app or recovery codes owes
-- the second step until the session has used one of them.
create function private.session_owner(out id uuid, out owes_second_step boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  select
    sessions.user_id,
    auth.jwt() ->> 'aal' is distinct from 'aal2'
    and exists (
      select from auth.mfa_factors
      where mfa_factors.user_id = sessions.user_id and mfa_factors.status = 'verified'
    )
  into id, owes_second_step
  from auth.sessions
  join auth.users on users.id = sessions.user_id
  where sessions.id = (auth.jwt() ->> 'session_id')::uuid
    and sessions.user_id = auth.uid()
    and sessions.oauth_client_id is null
    and auth.jwt() ->> 'client_id' is null
    and (sessions.not_after is null or sessions.not_after > now())
    and (users.banned_until is null or users.banned_until <= now());
end
$$;
revoke execute on function private.session_owner from public;

-- The id of the caller; null for a caller who owes the second step, so a stolen password alone gives no access.
create function private.my_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select owner.id from private.session_owner() as owner where not owner.owes_second_step);
end
$$;
revoke execute on function private.my_id from public;
grant execute on function private.my_id to anon, authenticated, service_role;

-- Whether the caller has one of these roles. Roles are read from the table and not from the token, so a revoked role
-- has no effect from the next statement on.
create function private.has_role(variadic wanted text[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.user_roles
    where user_roles.user_id = private.my_id() and user_roles.role = any (wanted)
  );
end
$$;
revoke execute on function private.has_role from public;
grant execute on function private.has_role to authenticated;

create function private.is_super_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_role('super_admin');
end
$$;
revoke execute on function private.is_super_admin from public;
grant execute on function private.is_super_admin to authenticated, service_role;

-- The agency whose staff the caller belongs to; null for everybody else. Being signed in is not enough, because anybody
-- may sign up. Nearly every policy calls this, so it is evaluated once per statement and not for each row.
create function private.my_agency_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.my_id();
begin
  return (
    select user_profiles.agency_id
    from public.user_profiles
    where user_profiles.id = me
      and exists (
        select from public.user_roles
        where user_roles.user_id = me
          and user_roles.role in ('agency_staff', 'agency_admin', 'admin', 'super_admin')
      )
  );
end
$$;
revoke execute on function private.my_agency_id from public;
grant execute on function private.my_agency_id to authenticated, service_role;

-- The agency whose rows the caller may change: the staff of an inactive agency may read but not write.
create function private.my_active_agency_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select agencies.id
    from public.agencies
    where agencies.id = private.my_agency_id() and agencies.is_active
  );
end
$$;
revoke execute on function private.my_active_agency_id from public;
grant execute on function private.my_active_agency_id to authenticated, service_role;

-- Whether the caller is on any agency's staff; super admins are, even without an agency of their own.
create function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.my_agency_id() is not null or private.is_super_admin();
end
$$;
revoke execute on function private.is_staff from public;
grant execute on function private.is_staff to authenticated;

-- Whether the caller may write at all; for rows whose agency is found through a row that the caller can see.
create function private.may_write() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.my_active_agency_id() is not null or private.is_super_admin();
end
$$;
revoke execute on function private.may_write from public;
grant execute on function private.may_write to authenticated;

create function private.is_staff_of(person uuid, agency uuid) returns boolean
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
revoke execute on function private.is_staff_of from public;
grant execute on function private.is_staff_of to authenticated, service_role;

-- The caller in one row, for functions and pages: null for a caller without a session or who owes the second step. The
-- agency is the one whose staff they belong to.
create function public.me()
returns table (id uuid, roles text[], agency_id uuid, is_active boolean, owes_second_step boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  my_id uuid := private.my_id();
begin
  return query
  select
    my_id,
    array(select user_roles.role from public.user_roles where user_roles.user_id = my_id),
    private.my_agency_id(),
    private.my_active_agency_id() is not null,
    coalesce(owner.owes_second_step, false)
  from private.session_owner() as owner;
end
$$;
revoke execute on function public.me from public, anon, service_role;
grant execute on function public.me to authenticated;
