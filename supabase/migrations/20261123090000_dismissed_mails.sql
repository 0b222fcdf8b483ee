-- Takes a mail away that could not be delivered or has expired, and is no longer wanted. False for any other.
create function public.dismiss_mail(mail_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  if to_regclass('mail.mails') is null then
    return false;
  end if;
  delete from mail.mails where id = mail_id and state in ('undelivered', 'expired');
  return found;
end
$$;
revoke execute on function public.dismiss_mail from public, anon;
