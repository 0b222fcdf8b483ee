-- What comes back by mail. The server reads a mailbox by IMAP (server/mail-in), decides what each mail is, and stores the
-- result here with the service key. Hosted Supabase has no process that could read a mailbox, and leaves all of it empty.

-- The mailboxes that are read, each with the last mail that was read.
create table private.mailboxes (
  name          text primary key,
  -- UIDVALIDITY: with another value the numbers of the mails have no meaning any more.
  validity      bigint not null,
  read_up_to    bigint not null default 0,
  checked_at    timestamptz,
  failing_since timestamptz
);
revoke all on private.mailboxes from public, anon, authenticated, service_role;

-- The mails that were read. A mail is stored once, however many servers read the mailbox and however often they start. It has
-- no content and no address.
create table private.incoming_mails (
  mailbox    text not null references private.mailboxes (name) on delete cascade,
  validity   bigint not null,
  uid        bigint not null,
  -- The SHA-256 of its Message-ID, by which a copy of it is recognised.
  message    text not null,
  outcome    text not null check (outcome in ('bounce', 'reply', 'refused', 'unplaced')),
  -- One word about a mail that was refused or not placed.
  why        text,
  -- The client, to count its mails. It is no reference, so that a deleted client keeps nothing of this.
  client_id  uuid,
  arrived_at timestamptz not null default now(),
  primary key (mailbox, validity, uid)
);
create unique index incoming_mails_message_idx on private.incoming_mails (message) where outcome in ('bounce', 'reply');
create index incoming_mails_client_id_idx on private.incoming_mails (client_id, arrived_at) where client_id is not null;
create index incoming_mails_unplaced_idx on private.incoming_mails (arrived_at) where outcome = 'unplaced';
revoke all on private.incoming_mails from public, anon, authenticated, service_role;

-- Where the reading of a mailbox stands: `read_up_to` is 0 if it was never read or its numbers have changed, and `unplaced`
-- counts the mails of the last seven days that nobody could be given.
create function public.mailbox_state(mailbox text, validity bigint default null)
returns table (read_up_to bigint, failing_since timestamptz, unplaced integer)
language sql stable security definer set search_path = '' as $$
  select
    case when mailboxes.validity = mailbox_state.validity then mailboxes.read_up_to else 0 end,
    mailboxes.failing_since,
    (
      select count(*)::integer from private.incoming_mails
      where incoming_mails.mailbox = mailboxes.name and outcome = 'unplaced' and why <> 'no reply'
        and arrived_at > now() - interval '7 days'
    )
  from private.mailboxes where mailboxes.name = mailbox_state.mailbox
$$;
revoke execute on function public.mailbox_state from public, anon, authenticated;
grant execute on function public.mailbox_state to service_role;

-- Records that a mailbox was read, or could not be read. Returns whether that has changed, which the log says once.
create function public.note_mailbox(mailbox text, works boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  failed_before constant boolean := exists (
    select from private.mailboxes where mailboxes.name = mailbox and failing_since is not null
  );
begin
  insert into private.mailboxes (name, validity, checked_at, failing_since)
  values (mailbox, 0, now(), case when not works then now() end)
  on conflict (name) do update set
    checked_at = now(),
    failing_since = case when not works then coalesce(mailboxes.failing_since, now()) end;
  delete from private.incoming_mails where arrived_at < now() - interval '90 days';
  return failed_before = works;
end
$$;
revoke execute on function public.note_mailbox from public, anon, authenticated;
grant execute on function public.note_mailbox to service_role;

-- Our mails with these ids, and the latest ones to these addresses, each with the client whom it was for. The queue keeps
-- what it has sent for a month; the mails of updates are known as long as the update.
create function public.sent_mails(ids uuid[], addresses text[])
returns table (id uuid, recipient text, subject text, client_id uuid)
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('mail.mails') is not null then
    return query
    select mails.id, mails.recipient, mails.subject, coalesce(
      projects.client_id,
      case split_part(mails.key, '/', 1)
        when 'digest' then split_part(mails.key, '/', 2)::uuid
        when 'month' then (select client_months.client_id from public.client_months where client_months.id = split_part(mails.key, '/', 2)::uuid)
        when 'request done' then (select client_requests.client_id from public.client_requests where client_requests.id = split_part(mails.key, '/', 2)::uuid)
      end
    )
    from mail.mails
    left join public.client_mails on client_mails.message_id = mails.id
    left join public.project_updates on project_updates.id = client_mails.update_id
    left join public.projects on projects.id = project_updates.project_id
    where mails.id = any (ids)
      or lower(mails.recipient) = any (addresses) and mails.created_at > now() - interval '30 days'
    order by mails.created_at desc
    limit 200;
  end if;
  return query
  select client_mails.message_id, client_mails.recipient, project_updates.title, projects.client_id
  from public.client_mails
  join public.project_updates on project_updates.id = client_mails.update_id
  join public.projects on projects.id = project_updates.project_id
  where client_mails.message_id = any (ids);
end
$$;
revoke execute on function public.sent_mails from public, anon, authenticated;
grant execute on function public.sent_mails to service_role;

-- The clients of whose people this is the address, and whether it is that of an agency or of one of its staff.
create function public.who_writes_from(address text) returns table (client_ids uuid[], is_ours boolean)
language sql stable security definer set search_path = '' as $$
  select
    array(
      select clients.id from public.clients where lower(clients.email) = lower(address)
      union
      select client_people.client_id from public.client_people where lower(client_people.email) = lower(address)
    ),
    exists (select from public.agencies where lower(agencies.email) = lower(address))
      or exists (
        select from public.user_accounts
        join public.user_profiles on user_profiles.id = user_accounts.user_id
        where lower(user_accounts.email) = lower(address) and user_profiles.agency_id is not null
      )
$$;
revoke execute on function public.who_writes_from from public, anon, authenticated;
grant execute on function public.who_writes_from to service_role;

-- Writes at the update, the client and the enquiry that one of our mails did not arrive.
create function private.note_returned_mail(sent uuid, reason text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  words constant text := left(reason, 500);
  queued record;
  about uuid;
begin
  select mails.recipient, mails.client_id into queued from public.sent_mails(array[sent], '{}') as mails limit 1;
  update public.client_mails set returned_at = now(), return_reason = words
  where message_id = sent and returned_at is null;
  update public.clients set mail_returned_at = now(), mail_return_reason = words
  where id = queued.client_id and lower(email) = lower(queued.recipient);
  if to_regclass('mail.mails') is not null then
    update mail.mails set state = 'undelivered', failure = 'Came back: ' || words, ended_at = now() where id = sent and state = 'sent';
    select split_part(mails.key, '/', 2)::uuid into about
    from mail.mails where mails.id = sent and mails.key ~ '^(enquiry|reminder)/[0-9a-f-]{36}/';
    update public.contact_submissions
    set mail_returned_at = now(), mail_return_reason = left(queued.recipient || ': ' || words, 500)
    where id = about;
  end if;
  return queued.client_id;
end
$$;
revoke execute on function private.note_returned_mail from public;

-- Adds a client's answer by mail as a note. The client's address works again, if it did not.
create function private.add_mailed_note(client uuid, sent uuid, reply jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  added uuid;
begin
  insert into public.client_notes
    (client_id, note_text, note_category, update_id, sender_name, sender_email, is_confirmed, whole_text)
  values (
    client, left(reply ->> 'words', 10000), 'follow-up',
    (select client_mails.update_id from public.client_mails where client_mails.message_id = sent),
    left(reply ->> 'sender_name', 200), left(reply ->> 'sender_email', 320), (reply ->> 'is_confirmed')::boolean,
    left(reply ->> 'whole_text', 100000)
  )
  returning id into added;
  update public.clients set mail_returned_at = null, mail_return_reason = null
  where id = client and mail_returned_at is not null and lower(email) = lower(reply ->> 'sender_email');
  return added;
end
$$;
revoke execute on function private.add_mailed_note from public;

-- Stores what a mail is, once. `decision` has the outcome with its details. Returns the outcome: 'known' for a mail that was
-- stored before, and 'unplaced' instead of 'reply' once a client has sent twenty mails within an hour.
create function public.take_incoming_mail(mailbox text, validity bigint, uid bigint, message text, decision jsonb)
returns table (outcome text, note uuid)
language plpgsql security definer set search_path = '' as $$
declare
  client uuid;
  why text := decision ->> 'why';
begin
  outcome := decision ->> 'outcome';
  insert into private.mailboxes as known (name, validity, read_up_to) values (mailbox, validity, uid)
  on conflict (name) do update set
    validity = excluded.validity,
    read_up_to = case
      when known.validity = excluded.validity then greatest(known.read_up_to, excluded.read_up_to)
      else excluded.read_up_to
    end;
  if exists (
    select from private.incoming_mails as known
    where known.mailbox = take_incoming_mail.mailbox and known.validity = take_incoming_mail.validity
      and known.uid = take_incoming_mail.uid
      or known.message = take_incoming_mail.message and known.outcome in ('bounce', 'reply')
  ) then
    outcome := 'known';
    return next;
    return;
  end if;
  if outcome = 'reply' then
    select mails.client_id into client from public.sent_mails(array[(decision ->> 'sent')::uuid], '{}') as mails limit 1;
    if client is null then
      outcome := 'unplaced';
      why := 'no client';
    elsif 20 <= (
      select count(*) from private.incoming_mails as known
      where known.client_id = client and known.outcome = 'reply' and known.arrived_at > now() - interval '1 hour'
    ) then
      outcome := 'unplaced';
      why := 'too many';
    else
      note := private.add_mailed_note(client, (decision ->> 'sent')::uuid, decision);
    end if;
  elsif outcome = 'bounce' then
    select min(private.note_returned_mail((bounce ->> 'sent')::uuid, bounce ->> 'reason')::text)::uuid into client
    from jsonb_array_elements(decision -> 'bounces') as bounce;
  end if;
  insert into private.incoming_mails (mailbox, validity, uid, message, outcome, why, client_id)
  values (mailbox, validity, uid, message, outcome, why, client);
  return next;
end
$$;
revoke execute on function public.take_incoming_mail from public, anon, authenticated;
grant execute on function public.take_incoming_mail to service_role;
