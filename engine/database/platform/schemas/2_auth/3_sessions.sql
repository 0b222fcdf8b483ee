create table auth.sessions (
  id                     uuid not null primary key,
  user_id                uuid not null references auth.users (id) on delete cascade,
  created_at             timestamptz,
  updated_at             timestamptz,
  factor_id              uuid,
  aal                    auth.aal_level,
  not_after              timestamptz,
  refreshed_at           timestamp,
  user_agent             text,
  ip                     inet,
  tag                    text,
  oauth_client_id        uuid,
  refresh_token_hmac_key text,
  refresh_token_counter  bigint,
  scopes                 text check (char_length(scopes) <= 4096)
);
comment on table auth.sessions is 'Auth: Stores session data associated to a user.';
comment on column auth.sessions.not_after is
  'Auth: Not after is a nullable column that contains a timestamp after which the session should be regarded as expired.';

create index sessions_user_id_idx on auth.sessions (user_id);
create index user_id_created_at_idx on auth.sessions (user_id, created_at);
create index sessions_not_after_idx on auth.sessions (not_after desc);
create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id);

-- Raises an error where the caller's session is gone, so that a revoked token ends at once and not when it expires.
create function engine.require_session(session_id uuid) returns void language plpgsql stable as $$
begin
  if not exists (
    select from auth.sessions s where s.id = session_id and (s.not_after is null or s.not_after > now())
  ) then
    raise exception 'Session from session_id claim in JWT does not exist' using errcode = 'MS401';
  end if;
end
$$;

-- Notifies that a session has ended, after the commit, so that its open connections close at once.
create function engine.tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('engine_session_ended', old.id::text);
  return null;
end
$$;
create trigger tell_session_deleted after delete on auth.sessions
  for each row execute function engine.tell_session_ended();
create trigger tell_session_over after update of not_after on auth.sessions
  for each row when (new.not_after <= now()) execute function engine.tell_session_ended();
