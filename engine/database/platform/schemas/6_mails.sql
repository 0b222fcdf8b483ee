create schema mail;

-- Queued mails. Each is written in the transaction that causes it and sent after the commit.
create table mail.mails (
  id          uuid primary key default gen_random_uuid(),
  -- A key under which a mail was queued already is not queued again.
  key         text unique,
  -- The priority when many wait: 1 codes and links, 2 messages, 3 invitations, 4 reminders, 5 digests.
  urgency     smallint not null check (urgency between 1 and 5),
  recipient   text not null,
  -- The subject, without the code where it contains one.
  subject     text not null,
  -- The content of the mail, kept only as long as it may still be sent.
  content     jsonb,
  -- When the code or link in the mail expires.
  valid_until timestamptz,
  state       text not null default 'waiting' check (state in ('waiting', 'sent', 'undelivered', 'expired')),
  attempts    integer not null default 0,
  -- Failed attempts at which the mail server accepted other mails.
  refusals    integer not null default 0,
  -- The reason why the last attempt failed.
  failure     text,
  created_at  timestamptz not null default now(),
  due_at      timestamptz not null default now(),
  -- The end of the claim of the process that is sending it; a process that has not finished by then has died.
  claimed_until timestamptz,
  give_up_at  timestamptz not null default now() + interval '3 days',
  ended_at    timestamptz
);
create index mails_waiting on mail.mails (urgency, created_at) where state = 'waiting';
create index mails_ended on mail.mails (ended_at) where ended_at is not null;
create index mails_not_sent on mail.mails (created_at) where state <> 'sent';

-- Where mails go: the name of the mail server, or null where each mail becomes a file in the outbox.
create table mail.transport (
  is_only     boolean primary key default true check (is_only),
  host        text,
  reported_at timestamptz not null default now()
);

-- Tries a mail again at once, and for three more days. Returns false where it was sent, is being sent, or may no longer
-- be sent.
create function mail.send_again(mail_id uuid) returns boolean language sql set search_path = '' as $$
  with again as (
    update mail.mails
    set state = 'waiting', due_at = now(), give_up_at = now() + interval '3 days', ended_at = null
    where id = mail_id
      and state in ('waiting', 'undelivered')
      and content is not null
      and (valid_until is null or valid_until > now())
      and (claimed_until is null or claimed_until < now())
    returning id
  ),
  -- Whichever servers wait for one that took nothing.
  told as (select pg_notify('mails', '') from again)
  select exists (select from told)
$$;

revoke all on schema mail from public;
revoke all on all tables in schema mail from public;
revoke all on function mail.send_again from public;
