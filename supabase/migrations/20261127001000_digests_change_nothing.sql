-- That a weekly mail was sent is no change of a client.
drop trigger touch_updated_at on public.clients;
create trigger touch_updated_at
  before update on public.clients for each row
  when (old.digested_at is not distinct from new.digested_at)
  execute function private.touch_updated_at();
