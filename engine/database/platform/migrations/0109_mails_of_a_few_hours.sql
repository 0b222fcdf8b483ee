-- For a few hours the queue of mails was made without `claimed_until` and `refusals`. Where it was, it becomes what it is
-- everywhere else, with the mails that wait.
do $$
begin
  if exists (
    select from pg_attribute where attrelid = 'mail.mails'::regclass and attname = 'claimed_until' and not attisdropped
  ) then
    return;
  end if;
  create temporary table mails_of_then on commit drop as select * from mail.mails;
  drop table mail.mails;
  create table mail.mails (
    id          uuid primary key default gen_random_uuid(),
    key         text unique,
    urgency     smallint not null check (urgency between 1 and 5),
    recipient   text not null,
    subject     text not null,
    content     jsonb,
    valid_until timestamptz,
    state       text not null default 'waiting' check (state in ('waiting', 'sent', 'undelivered', 'expired')),
    attempts    integer not null default 0,
    refusals    integer not null default 0,
    failure     text,
    created_at  timestamptz not null default now(),
    due_at      timestamptz not null default now(),
    claimed_until timestamptz,
    give_up_at  timestamptz not null default now() + interval '3 days',
    ended_at    timestamptz
  );
  create index mails_waiting on mail.mails (urgency, created_at) where state = 'waiting';
  create index mails_ended on mail.mails (ended_at) where ended_at is not null;
  create index mails_not_sent on mail.mails (created_at) where state <> 'sent';
  insert into mail.mails (
    id, key, urgency, recipient, subject, content, valid_until, state, attempts, failure, created_at, due_at, give_up_at,
    ended_at
  )
  select
    id, key, urgency, recipient, subject, content, valid_until, state, attempts, failure, created_at, due_at, give_up_at,
    ended_at
  from mails_of_then;
  revoke all on mail.mails from public;
end
$$;

-- Tries a mail at once, and for three days more. False for what was sent, is being sent, or may not be sent any more.
create or replace function mail.send_again(mail_id uuid) returns boolean language sql set search_path = '' as $$
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

-- What was applied then is, with this, what the file says now.
update engine.platform_migrations set checksum = '1682c57554de1ed85c95fdc0313b48755b3f039ec1c5c4ad63c008b609723e62'
where version = '0103';
