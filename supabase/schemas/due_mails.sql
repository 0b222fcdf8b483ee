-- Whether a mail is due that no request sends. Somebody who has just written an enquiry or an update is about to have
-- it mailed, so that a recent one does not count.
create function public.has_due_mails() returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.contact_submissions
    where notified_at is null and created_at < now() - interval '30 seconds'
  ) or exists (select from public.enquiries_to_remind_of())
  or exists (select from public.client_mails_to_send() where created_at < now() - interval '30 seconds')
  or exists (select from public.client_digests_to_send())
  or exists (select from public.notice_digests_to_send())
  or exists (select from public.due_address_mails())
$$;
revoke execute on function public.has_due_mails from public, anon, authenticated;
grant execute on function public.has_due_mails to service_role;
