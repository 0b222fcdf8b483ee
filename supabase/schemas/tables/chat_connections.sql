-- Open chat connections, each with its person and the server that holds it.
create table private.chat_connections (
  id        uuid primary key,
  server_id uuid not null references private.chat_servers (id) on delete cascade,
  user_id   uuid not null references public.user_profiles (id) on delete cascade,
  agency_id uuid not null references public.agencies (id) on delete cascade,
  -- The claims of the connection's token. The policies check them again later, so a missing second step, or anything
  -- else that invalidates a token, ends the connection.
  claims    jsonb not null default '{}'
);
create index chat_connections_server_id_idx on private.chat_connections (server_id);
create index chat_connections_user_id_idx on private.chat_connections (user_id);
create index chat_connections_agency_id_idx on private.chat_connections (agency_id);
revoke all on private.chat_connections from public, anon, authenticated, service_role;

-- Admits the caller to their agency's room, or renews a connection with a new token. `is_first` means that the person
-- had no other connection: several tabs of one person count as one presence.
create function public.open_chat_connection(server uuid, connection uuid)
returns table (user_id uuid, agency_id uuid, expires_at bigint, is_first boolean, last_number bigint)
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.my_id();
  my_agency uuid := private.my_agency_id();
begin
  if my_agency is null then
    raise exception 'Only the staff of an agency may enter its chat.' using errcode = '42501';
  end if;
  -- A server without connections sends no heartbeat, so it is alive from its first connection on.
  insert into private.chat_servers as alive (id) values (server)
  on conflict (id) do update set seen_at = now();
  -- The presence row is written first, because its lock makes two tabs of one person wait for each other.
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
  last_number := coalesce(
    (select room.last_number from private.chat_rooms as room where room.agency_id = my_agency and room_id = 'general'), 0
  );
  return next;
end
$$;

-- Ends a connection. Returns true if it was the person's last one in that room, or if the person no longer exists.
create function public.close_chat_connection(connection uuid, person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  gone private.chat_connections;
begin
  select * into gone from private.chat_connections where id = connection and user_id = person;
  if not found then
    return not exists (select from public.user_profiles where id = person);
  end if;
  perform from public.user_presence where user_id = gone.user_id for update;
  -- A person who was moved to another agency has no presence row to lock, so their connections are locked, in a fixed order.
  perform from private.chat_connections where user_id = gone.user_id order by id for update;
  delete from private.chat_connections where id = connection;
  if exists (select from private.chat_connections where user_id = gone.user_id and agency_id = gone.agency_id) then
    return false;
  end if;
  delete from public.user_presence where user_id = gone.user_id and agency_id = gone.agency_id;
  return true;
end
$$;

-- The heartbeat of a server, every few seconds. Returns the people who left with a dead server, and those of the given
-- connections that have lost their access.
create function public.keep_chat_connections(server uuid, connections uuid[])
returns table (ended uuid[], departed jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  dead uuid[];
  gone record;
begin
  insert into private.chat_servers as alive (id) values (server)
  on conflict (id) do update set seen_at = now();

  -- A locked server is admitting somebody or sending its own heartbeat, so it is not dead.
  select coalesce(array_agg(silent.id), '{}') into dead
  from (
    select id from private.chat_servers where seen_at < now() - interval '20 seconds' for update skip locked
  ) as silent;
  departed := '[]';
  for gone in
    select held.id, held.user_id, held.agency_id
    from private.chat_connections as held
    where held.server_id = any (dead)
  loop
    if public.close_chat_connection(gone.id, gone.user_id) then
      departed := departed || jsonb_build_object('user_id', gone.user_id, 'agency_id', gone.agency_id);
    end if;
  end loop;
  delete from private.chat_servers where id = any (dead);
  -- A presence row without any connection, written by hand, is removed too.
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

revoke execute on function public.open_chat_connection, public.close_chat_connection, public.keep_chat_connections
  from public, anon, authenticated;
grant execute on function public.open_chat_connection to authenticated;
grant execute on function public.open_chat_connection to service_role;
grant execute on function public.close_chat_connection, public.keep_chat_connections to service_role;
