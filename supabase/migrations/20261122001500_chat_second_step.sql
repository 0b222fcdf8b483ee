-- Whoever sets up an authenticator app owes its code from then on, also where they are in the chat already: their other
-- sessions end, and this one proves the second step, which is seen here.
drop trigger recheck_chat on auth.sessions;
create trigger recheck_chat
  after delete or update of not_after, aal on auth.sessions
  for each row execute function private.recheck_chat('user_id');
