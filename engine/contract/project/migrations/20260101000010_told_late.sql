-- Tells once more, to whoever listens for what the database says, of the messages of a topic: as late as a slow machine.
create function public.tell_late(topic text) returns void
language sql security definer set search_path = '' as $$
  select pg_notify('engine_message', json_build_object('id', id, 'private', private, 'topic', said.topic)::text)
  from realtime.messages said where said.topic = tell_late.topic
$$;
