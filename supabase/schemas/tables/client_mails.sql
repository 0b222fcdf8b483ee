-- Updates to be mailed to a client. Each mail has a link of its own.
create table public.client_mails (
  id            uuid primary key default gen_random_uuid(),
  update_id     uuid not null references public.project_updates (id) on delete cascade,
  recipient     text not null check (private.is_email(recipient)),
  requested_by  uuid references public.user_profiles (id) on delete set null,
  created_at    timestamptz not null default now(),
  -- The time at which the mail queue accepted the mail.
  mailed_at     timestamptz,
  -- The end of a claim to mail it; after that another process may take it over.
  mailing_until timestamptz,
  -- Reminders of a review are added by the server (public.follow_up_reviews): one before and one after the day of the answer.
  reminder      text check (reminder in ('before', 'after')),
  -- The first part of its Message-ID, which answers and reports about its delivery name. Hosted Supabase does not know it.
  message_id    uuid,
  -- When a mail server reported that it could not deliver the mail after all, and why.
  returned_at   timestamptz,
  return_reason text check (length(return_reason) <= 500)
);
create unique index client_mails_message_id_idx on public.client_mails (message_id) where message_id is not null;
-- Several servers may add the same reminder, and one of them does.
create unique index client_mails_reminder_idx on public.client_mails (update_id, reminder) where reminder is not null;
create index client_mails_update_id_idx on public.client_mails (update_id, created_at);
create index client_mails_requested_by_idx on public.client_mails (requested_by);
create index client_mails_waiting_idx on public.client_mails (created_at) where mailed_at is null;

alter table public.client_mails enable row level security;
revoke all on public.client_mails from anon, authenticated, service_role;
grant select, insert, update, delete on public.client_mails to service_role;
grant select, insert (update_id, recipient, requested_by) on public.client_mails to authenticated;

-- The check runs after the policies, so that a caller who may not mail learns only that.
create trigger require_mailable
  after insert or update of recipient on public.client_mails for each row execute function private.require_mailable('recipient');
create trigger fill_in_requested_by
  before insert on public.client_mails for each row execute function private.fill_in_caller('requested_by');

-- Copies the id by which the mail queue has sent the mail.
create function private.note_message_id() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('mail.mails') is not null then
    new.message_id := (select mails.id from mail.mails where mails.key = 'client/' || new.id);
  end if;
  return new;
end
$$;
revoke execute on function private.note_message_id from public;

create trigger note_message_id
  before update of mailed_at on public.client_mails for each row
  when (old.mailed_at is null and new.mailed_at is not null)
  execute function private.note_message_id();

create policy "people who see an update read to whom it was mailed"
  on public.client_mails for select to authenticated
  using (exists (select from public.project_updates where project_updates.id = client_mails.update_id));

create policy "people who see an update mail it, if the client sees it too"
  on public.client_mails for insert to authenticated
  with check (
    (select private.may_write())
    and requested_by = (select private.my_id())
    and exists (
      select from public.project_updates
      where project_updates.id = client_mails.update_id and project_updates.visibility = 'client'
    )
  );

-- Limits the mails to a client, so that neither a mistake nor abuse fills their mailbox.
create function private.limit_client_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.client_mails where update_id = new.update_id and reminder is null) >= 20 then
    raise sqlstate 'PT429' using message = 'This update was mailed twenty times already.';
  end if;
  return new;
end
$$;
revoke execute on function private.limit_client_mails from public;

create trigger limit_mails
  before insert on public.client_mails for each row
  when (new.reminder is null)
  execute function private.limit_client_mails();

-- Reviews that wait for an answer by a day which is near or over, with the reminder that fits today. An agency has no time zone:
-- days are those of UTC, as on the client's page. A day that passed more than a week ago, while the project was on hold or the
-- server was off, is not brought up again.
create function private.waiting_reviews() returns table (update_id uuid, reminder text, writer uuid, agency uuid)
language sql stable set search_path = '' as $$
  select
    project_updates.id, case when project_updates.answer_by < today then 'after' else 'before' end,
    project_updates.created_by, projects.agency_id
  from (select (now() at time zone 'UTC')::date) as clock (today)
  join public.project_updates on project_updates.answer_by between today - 7 and today + 2
  join public.projects on projects.id = project_updates.project_id
  where project_updates.update_type = 'review'
    and project_updates.visibility = 'client'
    and projects.status not in ('on_hold', 'cancelled', 'completed')
    and not project_updates.is_answered
    -- A client who answered by mail wrote to people, and is not reminded by a machine.
    and not exists (
      select from public.client_notes where client_notes.update_id = project_updates.id and client_notes.is_confirmed
    )
$$;
revoke execute on function private.waiting_reviews from public;
grant execute on function private.waiting_reviews to service_role;

-- Reminders that are due, each to the address to which the review was mailed last, a day or more after that mail.
create function private.due_review_reminders() returns table (update_id uuid, reminder text, recipient text)
language sql stable security definer set search_path = '' as $$
  select waiting.update_id, waiting.reminder, latest.recipient
  from private.waiting_reviews() as waiting
  cross join lateral (
    select client_mails.recipient, client_mails.mailed_at
    from public.client_mails
    where client_mails.update_id = waiting.update_id
      and (client_mails.reminder is null or client_mails.mailed_at is not null)
    order by client_mails.mailed_at desc nulls first
    limit 1
  ) as latest
  where latest.mailed_at <= now() - interval '24 hours'
    and private.can_be_mailed(latest.recipient)
    and not exists (
      select from public.client_mails
      where client_mails.update_id = waiting.update_id
        and client_mails.reminder = waiting.reminder
        and client_mails.mailed_at is not null
    )
$$;
revoke execute on function private.due_review_reminders from public;
grant execute on function private.due_review_reminders to service_role;

-- Withdraws a reminder that still waits for the mail server when the client has answered. Hosted Supabase queues no mails.
create function private.withdraw_reminders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('mail.mails') is not null then
    delete from mail.mails
    where state = 'waiting'
      and (claimed_until is null or claimed_until < now())
      and key in (
        select 'client/' || client_mails.id from public.client_mails
        where client_mails.update_id = new.update_id and client_mails.reminder is not null
      );
  end if;
  return null;
end
$$;
revoke execute on function private.withdraw_reminders from public;

create trigger withdraw_reminders
  after insert on public.update_answers for each row execute function private.withdraw_reminders();

-- Waiting mails, if the client may still see the update, and reminders while they are due.
create function public.client_mails_to_send() returns table (mail uuid, created_at timestamptz)
language sql stable set search_path = '' as $$
  select client_mails.id, client_mails.created_at from public.client_mails
  join public.project_updates on project_updates.id = client_mails.update_id
  where client_mails.mailed_at is null
    and project_updates.visibility = 'client'
    and (client_mails.mailing_until is null or client_mails.mailing_until < now())
    and (
      client_mails.reminder is null
      or (client_mails.update_id, client_mails.reminder) in (
        select due.update_id, due.reminder from private.due_review_reminders() as due
      )
    )
$$;
revoke execute on function public.client_mails_to_send from public, anon, authenticated;
grant execute on function public.client_mails_to_send to service_role;

-- The person of a client who has this address: the id of the client for the main person, null if nobody has it.
create function private.person_with_address(client uuid, address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select clients.id from public.clients where clients.id = client and lower(clients.email) = lower(address)),
    (
      select client_people.id from public.client_people
      where client_people.client_id = client and lower(client_people.email) = lower(address)
      order by client_people.created_at, client_people.id
      limit 1
    )
  )
$$;
revoke execute on function private.person_with_address from public;

-- Creates the link of a mail and returns its token. A token that is lost on the way has given nobody access.
create function public.make_mailed_link(mail uuid) returns text
language sql security definer set search_path = '' as $$
  select made.token
  from public.client_mails
  join public.project_updates on project_updates.id = client_mails.update_id
  join public.projects on projects.id = project_updates.project_id
  cross join lateral private.add_client_link(
    projects.client_id, left('Mail to ' || client_mails.recipient, 100), 30, client_mails.requested_by,
    client_mails.update_id, private.person_with_address(projects.client_id, client_mails.recipient)) as made
  where client_mails.id = mail
$$;
revoke execute on function public.make_mailed_link from public, anon, authenticated;
grant execute on function public.make_mailed_link to service_role;

-- Clients who want a weekly mail and have new updates since the last one.
create function public.client_digests_to_send() returns table (client uuid)
language sql stable security definer set search_path = '' as $$
  select clients.id from public.clients
  where clients.wants_digest and private.can_be_mailed(clients.email)
    and (clients.digested_at is null or clients.digested_at < now() - interval '7 days')
    and exists (
      select from public.projects
      join public.project_updates on project_updates.project_id = projects.id
      where projects.client_id = clients.id
        and project_updates.shown_at > coalesce(clients.digested_at, now() - interval '7 days')
    )
$$;
revoke execute on function public.client_digests_to_send from public, anon, authenticated;
grant execute on function public.client_digests_to_send to service_role;

-- Creates the link of a weekly mail and returns its token.
create function public.make_digest_link(client uuid) returns text
language sql security definer set search_path = '' as $$
  select token from private.add_client_link(client, 'Weekly mail', 30, null, null, client)
$$;
revoke execute on function public.make_digest_link from public, anon, authenticated;
grant execute on function public.make_digest_link to service_role;

alter publication supabase_realtime add table public.client_mails;
