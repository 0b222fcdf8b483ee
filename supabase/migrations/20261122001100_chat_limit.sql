-- How often somebody may speak in the chat holds for the table, by whatever way a message comes: ten in five seconds, in
-- however many tabs. Nobody writes faster.
create index chat_messages_sender_idx on public.chat_messages (sender_id, created_at desc);
drop index public.chat_messages_sender_id_idx;

create function private.limit_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The server says so where RATE_LIMITS is off.
  if current_setting('app.settings.rate_limits', true) = 'off' then
    return null;
  end if;
  -- Messages of one person at the same moment take turns, so that each sees those before it.
  perform pg_advisory_xact_lock(hashtextextended('private.limit_messages', hashtext(new.sender_id::text)));
  if (
    select count(*) from public.chat_messages
    where sender_id = new.sender_id and created_at > clock_timestamp() - interval '5 seconds'
  ) > 10 then
    raise sqlstate 'PT429' using message = 'Too many messages. Please wait a few seconds.';
  end if;
  return null;
end
$$;

-- After the row policies: who may not speak here learns nothing about how much somebody else does.
create trigger limit_messages
  after insert on public.chat_messages for each row
  when (current_user in ('anon', 'authenticated'))
  execute function private.limit_messages();
