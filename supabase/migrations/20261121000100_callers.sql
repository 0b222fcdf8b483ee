-- Who is asking: the questions that row policies put about the caller.
-- They live in a schema the API does not expose, see every row (security definer) and trust no search_path.
-- Policies call them as (select private.…()), so that each is answered once per statement and not once per row.
create schema private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

-- The caller, while the session their token was issued for still exists: a sign-out, a new password or a removed user
-- ends the token's power at once, also on a server that checks only its signature and its age.
create function private.my_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select sessions.user_id
    from auth.sessions
    where sessions.id = (auth.jwt() ->> 'session_id')::uuid
      and sessions.user_id = auth.uid()
      and (sessions.not_after is null or sessions.not_after > now())
  );
end
$$;

-- Roles add up, so one of the wanted ones is enough. They are read from the table and never from the token, so that a
-- role taken away is gone with the next statement.
create function private.has_role(variadic wanted text[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.user_roles
    where user_roles.user_id = private.my_id() and user_roles.role = any (wanted)
  );
end
$$;

create function private.is_super_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_role('super_admin');
end
$$;

-- The agency the caller works for: null for everybody who is not on the staff of one. Being signed in means nothing by
-- itself, since anybody may sign up.
create function private.my_agency_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select user_profiles.agency_id
    from public.user_profiles
    where user_profiles.id = private.my_id()
      and private.has_role('agency_staff', 'agency_admin', 'admin', 'super_admin')
  );
end
$$;

-- The agency whose rows the caller may change: the staff of an inactive agency read but do not write.
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

-- Super admins belong to the staff even without an agency of their own.
create function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.my_agency_id() is not null or private.is_super_admin();
end
$$;

-- For rows whose agency is found through another row: whoever sees that row may change what hangs on it, if this holds.
create function private.may_write() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.my_active_agency_id() is not null or private.is_super_admin();
end
$$;
