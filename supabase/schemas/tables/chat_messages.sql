-- The team chat. The protocol has one room, 'general'; in the database each agency has its own, and nobody, not even a
-- super admin, may enter another agency's room.
create table public.chat_messages (
  id           uuid primary key default gen_random_uuid(),
  agency_id    uuid not null references public.agencies (id) on delete cascade,
  room_id      text not null default 'general' check (room_id = 'general'),
  sender_id    uuid references public.user_profiles (id) on delete set null,
  content      text not null check (content ~ '\S' and length(content) <= 4000),
  message_type text not null default 'text' check (message_type ~ '^[a-z_]{1,30}$'),
  metadata     jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object' and length(metadata::text) <= 10000),
  created_at   timestamptz not null default now(),
  -- The position in the room: 1, 2, 3, … in the order of storing. Numbers are unique, and a gap is an erased message. A
  -- client that knows the last number knows which messages it lacks.
  number       bigint not null default 0,
  edited_at    timestamptz,
  -- The time of deletion; the text is replaced by a placeholder then.
  deleted_at   timestamptz,
  -- The text that a search compares.
  search_text  text generated always as (private.search_text(content)) stored,
  unique (agency_id, room_id, number),
  constraint chat_messages_client_id_check check (length(metadata ->> 'clientId') <= 200)
);
create index chat_messages_agency_id_idx on public.chat_messages (agency_id, room_id, created_at desc);
create index chat_messages_sender_idx on public.chat_messages (sender_id, created_at desc);
-- The browser names each message it sends, so that sending it again after a lost connection stores it once.
create unique index chat_messages_client_id_idx
  on public.chat_messages (sender_id, (metadata ->> 'clientId')) where metadata ->> 'clientId' is not null;

alter table public.chat_messages enable row level security;
revoke all on public.chat_messages from anon, authenticated, service_role;
grant select, insert, update, delete on public.chat_messages to service_role;
-- Stored messages are only changed by `edit_message` and `delete_message`.
grant select, insert (agency_id, room_id, sender_id, content, message_type, metadata)
  on public.chat_messages to authenticated;

create trigger fill_in_agency
  before insert on public.chat_messages for each row execute function private.fill_in_agency();
create trigger fill_in_sender_id
  before insert on public.chat_messages for each row execute function private.fill_in_caller('sender_id');

-- The last number of each room. A second writer waits for the row, so numbers, times and visibility have the same
-- order. A rolled back transaction returns its number; an erasure does not.
create table private.chat_rooms (
  agency_id   uuid not null references public.agencies (id) on delete cascade,
  room_id     text not null,
  last_number bigint not null,
  primary key (agency_id, room_id)
);
revoke all on private.chat_rooms from public, anon, authenticated, service_role;

create function private.give_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A restored message keeps its number.
  if private.is_bringing_back() then
    return new;
  end if;
  -- The row policies decide whether the agency exists; this trigger must not reveal it.
  insert into private.chat_rooms as room (agency_id, room_id, last_number)
  select id, new.room_id, 1 from public.agencies where id = new.agency_id
  on conflict (agency_id, room_id) do update set last_number = room.last_number + 1
  returning last_number into new.number;
  new.number := coalesce(new.number, 0);
  -- Without a given time, the time of storing counts, not that of the start of the transaction.
  if new.created_at = now() then
    new.created_at := clock_timestamp();
  end if;
  return new;
end
$$;
revoke execute on function private.give_number from public;

-- The name sorts after those of the triggers that fill in the sender and the agency.
create trigger give_number
  before insert on public.chat_messages for each row execute function private.give_number();

create policy "staff read their agency's chat"
  on public.chat_messages for select to authenticated
  using (agency_id = (select private.my_agency_id()));

create policy "staff speak for themselves in their agency's chat"
  on public.chat_messages for insert to authenticated
  with check (agency_id = (select private.my_active_agency_id()) and sender_id = (select private.my_id()));

-- Changes of the last seconds, which count towards the rate limit like messages.
create table private.chat_changes (
  sender_id  uuid not null references public.user_profiles (id) on delete cascade,
  changed_at timestamptz not null default clock_timestamp()
);
create index chat_changes_sender_idx on private.chat_changes (sender_id, changed_at);
revoke all on private.chat_changes from public, anon, authenticated, service_role;

-- Limits messages and changes to ten in five seconds for each person, over all tabs and all ways to write; nobody types
-- faster.
create function private.limit_speech(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The server sets this where RATE_LIMITS is off.
  if current_setting('app.settings.rate_limits', true) = 'off' then
    return;
  end if;
  -- Concurrent messages of one person wait for each other, so that each sees those before it.
  perform pg_advisory_xact_lock(hashtextextended('private.limit_messages', hashtext(person::text)));
  if (
    select count(*) from public.chat_messages
    where sender_id = person and created_at > clock_timestamp() - interval '5 seconds'
  ) + (
    select count(*) from private.chat_changes
    where sender_id = person and changed_at > clock_timestamp() - interval '5 seconds'
  ) > 10 then
    raise sqlstate 'PT429' using message = 'Too many messages. Please wait a few seconds.';
  end if;
end
$$;
revoke execute on function private.limit_speech from public;

create function private.limit_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_speech(new.sender_id);
  return null;
end
$$;
revoke execute on function private.limit_messages from public;

-- The trigger runs after the row policies, so a caller without access learns nothing about the activity of others.
create trigger limit_messages
  after insert on public.chat_messages for each row
  when (current_user in ('anon', 'authenticated'))
  execute function private.limit_messages();

-- The id of a message that the caller may still change: their own, within ten minutes. The error is the same for
-- somebody else's message and for one that does not exist.
create function private.message_to_change(message uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.my_id();
begin
  if private.my_agency_id() is null then
    raise exception 'Only the staff of an agency has a chat.' using errcode = '42501';
  end if;
  perform from public.chat_messages
  where id = message and sender_id = me and agency_id = private.my_active_agency_id()
    and created_at > clock_timestamp() - interval '10 minutes' and deleted_at is null
  for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Your own messages can be changed for ten minutes, and not any more once deleted.';
  end if;
  delete from private.chat_changes where sender_id = me and changed_at < clock_timestamp() - interval '5 seconds';
  insert into private.chat_changes (sender_id) values (me);
  perform private.limit_speech(me);
  return message;
end
$$;
revoke execute on function private.message_to_change from public;

create function public.edit_message(message uuid, words text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mine constant uuid := private.message_to_change(message);
begin
  update public.chat_messages set content = words, edited_at = clock_timestamp() where id = mine;
end
$$;
revoke execute on function public.edit_message from public, anon;
grant execute on function public.edit_message to authenticated, service_role;

-- Deletes a message: it keeps its position, and its text is removed for good, from notices about it too. Its client id
-- stays, so that sending it again does not restore it.
create function public.delete_message(message uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mine constant uuid := private.message_to_change(message);
begin
  update public.chat_messages set
    content = 'Message deleted',
    metadata = jsonb_strip_nulls(jsonb_build_object('clientId', metadata -> 'clientId')),
    deleted_at = clock_timestamp()
  where id = mine;
  delete from private.chat_files where message_id = mine;
  delete from public.notices where message_id = mine;
end
$$;
revoke execute on function public.delete_message from public, anon;
grant execute on function public.delete_message to authenticated, service_role;
