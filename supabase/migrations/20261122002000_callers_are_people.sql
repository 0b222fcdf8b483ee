-- The caller is a person: an application that somebody let in (a client of the OAuth server) is not them, and reaches
-- nothing that is theirs. Nor is somebody the caller who was banned, whatever their token says.
-- Every policy asks through this one question, so this one place decides it.
create or replace function private.my_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select sessions.user_id
    from auth.sessions
    join auth.users on users.id = sessions.user_id
    where sessions.id = (auth.jwt() ->> 'session_id')::uuid
      and sessions.user_id = auth.uid()
      and sessions.oauth_client_id is null
      and auth.jwt() ->> 'client_id' is null
      and (sessions.not_after is null or sessions.not_after > now())
      and (users.banned_until is null or users.banned_until <= now())
      and (
        auth.jwt() ->> 'aal' = 'aal2'
        or not exists (
          select from auth.mfa_factors
          where mfa_factors.user_id = sessions.user_id and mfa_factors.status = 'verified'
        )
      )
  );
end
$$;
