-- The messages of a room are numbered without a gap, so that every browser knows what it lacks.
-- The last number given in each room; who waits for the row comes after whoever holds it, so that numbers, times and what
-- others can see are of one order. What is rolled back gives its number back; what is erased does not.
create table private.chat_rooms (
  agency_id   uuid not null references public.agencies (id) on delete cascade,
  room_id     text not null,
  last_number bigint not null,
  primary key (agency_id, room_id)
);
revoke all on private.chat_rooms from public, anon, authenticated, service_role;

alter table public.chat_messages add column number bigint default 0;
update public.chat_messages set number = numbered.number
from (
  select id, row_number() over (partition by agency_id, room_id order by created_at, id) as number from public.chat_messages
) as numbered
where numbered.id = chat_messages.id;
alter table public.chat_messages
  alter column number set not null,
  add unique (agency_id, room_id, number);
insert into private.chat_rooms (agency_id, room_id, last_number)
select agency_id, room_id, max(number) from public.chat_messages group by agency_id, room_id;

create function private.give_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Out of what was deleted each comes back with its own.
  if private.is_bringing_back() then
    return new;
  end if;
  -- Whether there is such an agency is for the row policies to say, or not to.
  insert into private.chat_rooms as room (agency_id, room_id, last_number)
  select id, new.room_id, 1 from public.agencies where id = new.agency_id
  on conflict (agency_id, room_id) do update set last_number = room.last_number + 1
  returning last_number into new.number;
  new.number := coalesce(new.number, 0);
  -- Unless somebody says when it was: as it is stored, not as the transaction began.
  if new.created_at = now() then
    new.created_at := clock_timestamp();
  end if;
  return new;
end
$$;

-- After those that fill in whose it is.
create trigger give_number
  before insert on public.chat_messages for each row execute function private.give_number();

drop function public.open_chat_connection(uuid, uuid);
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
  last_number := coalesce(
    (select room.last_number from private.chat_rooms as room where room.agency_id = my_agency and room_id = 'general'), 0
  );
  return next;
end
$$;
revoke execute on function public.open_chat_connection from public, anon, authenticated;
grant execute on function public.open_chat_connection to authenticated;
