-- The mail queue of the engine (schema `mail`) for the screen on which super admins manage it. Hosted Supabase has no
-- such schema and sends the mails itself. The content of a mail is never returned, because it may contain a link or a
-- code.

create function private.require_super_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() then
    raise exception 'Only super admins look after the mails.' using errcode = '42501';
  end if;
end
$$;
revoke execute on function private.require_super_admin from public;

-- Returns mails that need attention: undeliverable ones, those whose code or link expired before they were sent, and
-- those that wait for longer than usual or after a failed attempt.
create function public.queued_mails()
returns table (
  id uuid, recipient text, subject text, state text, attempts integer, failure text, created_at timestamptz,
  due_at timestamptz, can_be_sent_again boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  if to_regclass('mail.mails') is null then
    return;
  end if;
  return query
  select
    mails.id, mails.recipient, mails.subject, mails.state, mails.attempts, mails.failure, mails.created_at,
    case when mails.state = 'waiting' then mails.due_at end,
    mails.state <> 'expired'
      and mails.content is not null
      and (mails.valid_until is null or mails.valid_until > now())
  from mail.mails
  where mails.state in ('undelivered', 'expired')
    or mails.state = 'waiting' and (mails.failure is not null or mails.created_at < now() - interval '1 minute');
end
$$;
revoke execute on function public.queued_mails from public, anon;
grant execute on function public.queued_mails to authenticated, service_role;

-- Returns how mails are sent: through the mail server `host`, into files, or by an external service without a queue;
-- and the number of waiting mails, since when they wait, and the number of undeliverable ones.
create function public.mail_state()
returns table (has_queue boolean, host text, waiting integer, waiting_since timestamptz, undelivered integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  has_queue := to_regclass('mail.mails') is not null;
  if has_queue then
    select transport.host into host from mail.transport;
  end if;
  select
    count(*) filter (where mails.state = 'waiting'),
    min(mails.created_at) filter (where mails.state = 'waiting'),
    count(*) filter (where mails.state = 'undelivered')
  into waiting, waiting_since, undelivered
  from public.queued_mails() as mails;
  return next;
end
$$;
revoke execute on function public.mail_state from public, anon;
grant execute on function public.mail_state to authenticated, service_role;

-- Tries to send a mail at once, and again for three days. Returns false if it was sent meanwhile or may no longer be
-- sent.
create function public.send_mail_again(mail_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_super_admin();
  if to_regclass('mail.mails') is null then
    return false;
  end if;
  return mail.send_again(mail_id);
end
$$;
revoke execute on function public.send_mail_again from public, anon;
grant execute on function public.send_mail_again to authenticated, service_role;

-- Does the same for all waiting and undeliverable mails. Returns their number.
create function public.send_mails_again() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  mails_to_send uuid[] := array(select mails.id from public.queued_mails() as mails where mails.can_be_sent_again);
begin
  if to_regclass('mail.mails') is null then
    return 0;
  end if;
  return (select count(*) filter (where mail.send_again(mail_id)) from unnest(mails_to_send) as mail_id);
end
$$;
revoke execute on function public.send_mails_again from public, anon;
grant execute on function public.send_mails_again to authenticated, service_role;

-- Removes a mail that is undeliverable or expired. Returns false for any other mail.
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
grant execute on function public.dismiss_mail to authenticated, service_role;
