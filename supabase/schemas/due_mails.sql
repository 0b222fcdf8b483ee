-- Adds what the days of reviews bring: reminders to be mailed to clients, and notices for the writers. Calling it again, or from
-- several servers at once, adds nothing twice.
create function public.follow_up_reviews() returns void
language sql security definer set search_path = '' as $$
  insert into public.client_mails (update_id, recipient, reminder)
  select due.update_id, due.recipient, due.reminder from private.due_review_reminders() as due
  on conflict do nothing;
  insert into public.notices (user_id, update_id)
  select late.writer, late.update_id from private.late_reviews_to_tell() as late
  on conflict do nothing;
$$;
revoke execute on function public.follow_up_reviews from public, anon, authenticated;
grant execute on function public.follow_up_reviews to service_role;

-- Tells those who call of the calls that are about to be.
create function public.remind_callers() returns void
language sql security definer set search_path = '' as $$
  insert into public.notices (user_id, call_id)
  select due.person, due.call from private.due_call_notices() as due
  on conflict do nothing;
$$;
revoke execute on function public.remind_callers from public, anon, authenticated;
grant execute on function public.remind_callers to service_role;

-- Whether a mail is due that no request triggers. Recent enquiries and updates do not count, because the request that wrote
-- them is about to trigger the mail.
create function public.has_due_mails() returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.contact_submissions
    where notified_at is null and created_at < now() - interval '30 seconds'
  ) or exists (select from public.enquiries_to_remind_of())
  or exists (select from public.client_mails_to_send() where created_at < now() - interval '30 seconds')
  or exists (select from public.request_mails_to_send())
  or exists (select from private.due_review_reminders())
  or exists (select from private.late_reviews_to_tell())
  or exists (select from public.calls_to_mail())
  or private.has_withdrawn_calls()
  or exists (select from private.due_call_notices())
  or exists (select from private.due_months())
  or exists (select from public.months_to_mail())
  or exists (select from public.client_digests_to_send())
  or exists (select from public.notice_digests_to_send())
  or exists (select from public.due_address_mails())
$$;
revoke execute on function public.has_due_mails from public, anon, authenticated;
grant execute on function public.has_due_mails to service_role;
