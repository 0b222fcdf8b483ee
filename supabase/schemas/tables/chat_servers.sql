-- A server that the chat runs on, and when it last said that it lives. Presence is that of connections, and a connection
-- that of the server that holds it: a server that was killed says nothing any more, and after a while takes its people
-- with it. One row tells that it lives, not one for each socket.
create table private.chat_servers (
  id      uuid primary key,
  seen_at timestamptz not null default now()
);
revoke all on private.chat_servers from public, anon, authenticated, service_role;
