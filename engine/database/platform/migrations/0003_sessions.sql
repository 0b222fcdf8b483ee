-- What the engine itself needs in the database; API roles cannot reach it.
create schema if not exists engine;

-- Stops a transaction whose caller's session is gone, so that a revoked token ends at once and not when it expires.
create or replace function engine.require_session(session_id uuid) returns void language plpgsql stable as $$
begin
  if not exists (
    select from auth.sessions s where s.id = session_id and (s.not_after is null or s.not_after > now())
  ) then
    raise exception 'Session from session_id claim in JWT does not exist' using errcode = 'MS401';
  end if;
end
$$;
