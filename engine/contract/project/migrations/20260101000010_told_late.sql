-- Repeats the notifications of a topic's messages, as late as a slow machine would send them.
create function public.tell_late(topic text) returns void
language sql security definer set search_path = '' as $$
  select pg_notify('engine_message', json_build_object('id', id, 'private', private, 'topic', said.topic)::text)
  from realtime.messages said where said.topic = tell_late.topic
$$;
