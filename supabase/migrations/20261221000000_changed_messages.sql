-- Whoever said something may edit or delete it within ten minutes, and comes back to where they had read.
alter table public.chat_messages
  add column edited_at timestamptz,
  -- Then its words are gone, and others stand in their place.
  add column deleted_at timestamptz;

-- Changes of the last seconds: they count like messages.
create table private.chat_changes (
  sender_id  uuid not null references public.user_profiles (id) on delete cascade,
  changed_at timestamptz not null default clock_timestamp()
);
create index chat_changes_sender_idx on private.chat_changes (sender_id, changed_at);
revoke all on private.chat_changes from public, anon, authenticated, service_role;

-- How often somebody may speak holds for the table, by whatever way a message comes: ten in five seconds, changes included, in
-- however many tabs. Nobody writes faster.
create function private.limit_speech(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The server says so where RATE_LIMITS is off.
  if current_setting('app.settings.rate_limits', true) = 'off' then
    return;
  end if;
  -- Messages of one person at the same moment take turns, so that each sees those before it.
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

create or replace function private.limit_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.limit_speech(new.sender_id);
  return null;
end
$$;

-- The message, where the caller may still change it: their own, within ten minutes. Nothing tells one of somebody else from one that
-- never was.
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

-- It keeps its place in the conversation. What it said goes for good, from what others were told of it too; the name that the browser
-- gave it stays, so that sending it again does not bring it back.
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
  delete from public.notices where message_id = mine;
end
$$;
revoke execute on function public.delete_message from public, anon;

create or replace function private.tell_mentioned_in_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_mentioned(
    new.content, case tg_op when 'UPDATE' then old.content end, new.agency_id, 'message_id', new.id
  );
  return null;
end
$$;

drop trigger tell_mentioned on public.chat_messages;
create trigger tell_mentioned
  after insert or update of content on public.chat_messages for each row
  when (position('@' in new.content) > 0)
  execute function private.tell_mentioned_in_chat();

-- When the caller last read the chat: what came later is new to them. Of whoever never looked, since they came.
create function public.messages_read_until() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select coalesce(chat_reads.read_at, user_profiles.created_at)
  from public.user_profiles left join private.chat_reads on chat_reads.user_id = user_profiles.id
  where user_profiles.id = private.my_id() and private.my_agency_id() is not null
$$;
revoke execute on function public.messages_read_until from public, anon;
