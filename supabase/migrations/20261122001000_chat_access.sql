-- Whoever may no longer be in the chat is out at once, also if they only listen: what took their right away says so when
-- it is committed, and the chat asks again whether they may stay.

-- A connection keeps the claims it came in with. Who may stay is asked with them in the words of the policies, so that a
-- second step that is owed, or whatever else makes a token nobody's, counts here too. Connections of before have none,
-- and come back.
alter table private.chat_connections
  drop column session_id,
  add column claims jsonb not null default '{}';

create or replace function public.open_chat_connection(server uuid, connection uuid)
returns table (user_id uuid, agency_id uuid, expires_at bigint, is_first boolean)
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.my_id();
  my_agency uuid := private.my_agency_id();
begin
  if my_agency is null then
    raise exception 'Only the staff of an agency may enter its chat.' using errcode = '42501';
  end if;
  insert into private.chat_servers (id) values (server) on conflict do nothing;
  -- First of all, since the row makes two tabs of one person take turns.
  insert into public.user_presence as presence (user_id, room_id, agency_id, is_online)
  values (me, 'general', my_agency, true)
  on conflict on constraint user_presence_pkey do update set agency_id = excluded.agency_id, is_online = true;
  is_first := not exists (
    select from private.chat_connections as other
    where other.user_id = me and other.agency_id = my_agency
  );
  insert into private.chat_connections as mine (id, server_id, user_id, agency_id, claims)
  values (connection, server, me, my_agency, auth.jwt())
  on conflict (id) do update set agency_id = excluded.agency_id, claims = excluded.claims
    where mine.user_id = me;
  if not found then
    raise exception 'This connection is somebody else''s.' using errcode = '42501';
  end if;
  user_id := me;
  agency_id := my_agency;
  expires_at := (auth.jwt() ->> 'exp')::bigint;
  return next;
end
$$;

-- The agency that somebody with these claims works for now; null for whoever would be let in nowhere.
create function private.agency_of_bearer(claims jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  asking text := coalesce(current_setting('request.jwt.claims', true), '');
  asking_id text := coalesce(current_setting('request.jwt.claim.sub', true), '');
  agency uuid;
begin
  perform set_config('request.jwt.claims', claims::text, true),
          set_config('request.jwt.claim.sub', coalesce(claims ->> 'sub', ''), true);
  agency := private.my_agency_id();
  perform set_config('request.jwt.claims', asking, true),
          set_config('request.jwt.claim.sub', asking_id, true);
  return agency;
end
$$;
revoke execute on function private.agency_of_bearer from public;

-- A server says every few seconds that it lives. It is told who left with a dead server, and which of the connections it
-- asks about have no right to be there any more.
create or replace function public.keep_chat_connections(server uuid, connections uuid[])
returns table (ended uuid[], departed jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  gone record;
begin
  insert into private.chat_servers as alive (id) values (server)
  on conflict (id) do update set seen_at = now();

  departed := '[]';
  for gone in
    select held.id, held.user_id, held.agency_id
    from private.chat_connections as held
    join private.chat_servers as dead on dead.id = held.server_id
    where dead.seen_at < now() - interval '20 seconds'
  loop
    if public.close_chat_connection(gone.id, gone.user_id) then
      departed := departed || jsonb_build_object('user_id', gone.user_id, 'agency_id', gone.agency_id);
    end if;
  end loop;
  delete from private.chat_servers where seen_at < now() - interval '20 seconds';
  -- Nor does a row count that somebody wrote without being connected.
  delete from public.user_presence as presence
  where presence.updated_at < now() - interval '1 minute'
    and not exists (select from private.chat_connections as held where held.user_id = presence.user_id);

  select coalesce(array_agg(wanted.id), '{}') into ended
  from unnest(connections) as wanted (id)
  left join private.chat_connections as held on held.id = wanted.id
  where private.agency_of_bearer(held.claims) is distinct from held.agency_id or held.id is null;
  return next;
end
$$;

-- Tells the chat that somebody's right to be there may have changed, if they are there: over a private channel of
-- Realtime that only the service key may hear, as long as no policy on realtime.messages says otherwise.
create function private.recheck_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := to_jsonb(old) ->> tg_argv[0];
begin
  if exists (select from private.chat_connections where user_id = person) then
    perform realtime.send(jsonb_build_object('person', person), 'message', 'chat-access', true);
  end if;
  return coalesce(new, old);
end
$$;

create trigger recheck_chat
  after delete or update of not_after on auth.sessions
  for each row execute function private.recheck_chat('user_id');
create trigger recheck_chat
  after update of banned_until on auth.users
  for each row when (old.banned_until is distinct from new.banned_until)
  execute function private.recheck_chat('id');
create trigger recheck_chat
  after delete or update on public.user_roles
  for each row execute function private.recheck_chat('user_id');
create trigger recheck_chat
  after update of agency_id on public.user_profiles
  for each row when (old.agency_id is distinct from new.agency_id)
  execute function private.recheck_chat('id');
-- Before it, since their connections go with them.
create trigger recheck_chat_of_removed
  before delete on public.user_profiles
  for each row execute function private.recheck_chat('id');
