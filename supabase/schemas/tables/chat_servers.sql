-- The servers of the chat, with the time of the last heartbeat. A connection belongs to a server, and presence follows
-- from connections: a killed server sends no heartbeat, and after a while its connections are removed. One heartbeat
-- per server is enough, instead of one per socket.
create table private.chat_servers (
  id      uuid primary key,
  seen_at timestamptz not null default now()
);
revoke all on private.chat_servers from public, anon, authenticated, service_role;
