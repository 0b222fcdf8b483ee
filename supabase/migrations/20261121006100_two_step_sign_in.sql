-- Whoever has set up an authenticator app is nobody until its code was typed in: a stolen password alone opens nothing.
-- Every policy asks through this one question, so this one place decides it.
create or replace function private.my_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select sessions.user_id
    from auth.sessions
    where sessions.id = (auth.jwt() ->> 'session_id')::uuid
      and sessions.user_id = auth.uid()
      and (sessions.not_after is null or sessions.not_after > now())
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
