create schema mail;

-- Mails on their way: each is written in the transaction of what causes it, and sent after the commit.
create table mail.mails (
  id          uuid primary key default gen_random_uuid(),
  -- A mail that was queued under this key is not queued again.
  key         text unique,
  -- What goes first when many wait: 1 codes and links, 2 messages, 3 invitations, 4 reminders, 5 digests.
  urgency     smallint not null check (urgency between 1 and 5),
  recipient   text not null,
  -- Without the code, where that stands in it.
  subject     text not null,
  -- The words, and whatever else is to be sent; kept only as long as they may yet be sent.
  content     jsonb,
  -- Of what holds a code or a link.
  valid_until timestamptz,
  state       text not null default 'waiting' check (state in ('waiting', 'sent', 'undelivered', 'expired')),
  attempts    integer not null default 0,
  -- Those of the attempts at which the server took others and not this one.
  refusals    integer not null default 0,
  -- Why the last attempt failed.
  failure     text,
  created_at  timestamptz not null default now(),
  due_at      timestamptz not null default now(),
  -- Until when somebody is sending it; whoever is not done by then is dead.
  claimed_until timestamptz,
  give_up_at  timestamptz not null default now() + interval '3 days',
  ended_at    timestamptz
);
create index mails_waiting on mail.mails (urgency, created_at) where state = 'waiting';
create index mails_ended on mail.mails (ended_at) where ended_at is not null;
create index mails_not_sent on mail.mails (created_at) where state <> 'sent';

-- Where mails go: the name of the mail server, or null where each becomes a file in the outbox.
create table mail.transport (
  is_only     boolean primary key default true check (is_only),
  host        text,
  reported_at timestamptz not null default now()
);

-- Tries a mail at once, and for three days more. False for what was sent, is being sent, or may not be sent any more.
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
