-- Addresses of mails are looked at after the policies

drop trigger require_mailable on public.client_mails;

-- After the policies: whoever may mail nothing hears of that alone.
create trigger require_mailable
  after insert or update of recipient on public.client_mails for each row execute function private.require_mailable('recipient');
