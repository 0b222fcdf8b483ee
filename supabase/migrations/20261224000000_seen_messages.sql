-- Who wrote something is told by whom it was seen.
alter table private.chat_reads add column up_to bigint not null default 0;

-- What they had read by then.
update private.chat_reads set up_to = coalesce(
  (
    select max(chat_messages.number)
    from public.chat_messages
    join public.user_profiles on user_profiles.agency_id = chat_messages.agency_id
    where user_profiles.id = chat_reads.user_id and chat_messages.created_at <= chat_reads.read_at
  ),
  0
);

drop function public.mark_messages_read();

-- Whoever names the last message that they have seen has seen none that came while they said so; without, all there are.
create function public.mark_messages_read(last_seen bigint default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  room constant uuid := private.my_agency_id();
  latest constant bigint := coalesce(
    (select last_number from private.chat_rooms where agency_id = room and room_id = 'general'), 0
  );
begin
  if room is null then
    raise exception 'Only the staff of an agency has a chat.' using errcode = '42501';
  end if;
  insert into private.chat_reads (user_id, read_at, up_to)
  values (private.my_id(), clock_timestamp(), least(last_seen, latest))
  on conflict (user_id) do update
    set read_at = excluded.read_at, up_to = greatest(chat_reads.up_to, excluded.up_to);
end
$$;
revoke execute on function public.mark_messages_read from public, anon;

-- Up to which message each of the caller's agency has read its chat.
create function public.chat_reads() returns table (user_id uuid, display_name text, up_to bigint)
language sql stable security definer set search_path = '' as $$
  select user_profiles.id, user_profiles.display_name, chat_reads.up_to
  from private.chat_reads join public.user_profiles on user_profiles.id = chat_reads.user_id
  where user_profiles.agency_id = (select private.my_agency_id())
$$;
revoke execute on function public.chat_reads from public, anon;
