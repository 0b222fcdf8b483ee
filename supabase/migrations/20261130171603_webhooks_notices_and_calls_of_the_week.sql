-- webhooks notices and calls of the week

-- The first weekly mail after it was turned on has the updates of the last seven days, and none that an earlier mail had.
create function private.begin_weekly_mails() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.digested_at := greatest(old.digested_at, now() - interval '7 days');
  return new;
end
$$;

revoke execute on function private.begin_weekly_mails from public;

-- Triggers fire in the order of their names: this one after touch_updated_at, which leaves changes of digested_at aside.
create trigger weekly_mails_begin
  before update of wants_digest on public.clients for each row
  when (new.wants_digest and not old.wants_digest)
  execute function private.begin_weekly_mails();

-- Clients who want a weekly mail and have new updates since the last one.
create or replace function public.client_digests_to_send() returns table (client uuid)
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

-- The organizer's address in its invitations, because calendars follow no cancellation by another organizer.
alter table public.calls add column organizer text;

-- Withdraws what still waits for the mail server when a newer mail about the call will follow, or when there is nothing left to
-- remind of. If that is the invitation, nobody was invited, and there is nothing to change or to cancel. A cancellation at an
-- address that the client had before stays right while the call exists. Hosted Supabase queues no mails.
create or replace function private.withdraw_call_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  prefix constant text := 'call/' || old.id || '/';
  withdrawn text[];
begin
  if to_regclass('mail.mails') is null then
    return null;
  end if;
  with deleted as (
    delete from mail.mails
    where state = 'waiting'
      and (claimed_until is null or claimed_until < now())
      and starts_with(key, prefix)
      and (tg_op = 'DELETE' or not starts_with(key, prefix || 'cancellation/'))
    returning key
  )
  select array_agg(key) into withdrawn from deleted;
  if exists (select from unnest(withdrawn) as key where starts_with(key, prefix || 'invitation/')) then
    update public.calls set mailed_sequence = null, mailed_to = null, organizer = null where id = old.id;
    delete from private.withdrawn_calls where call_id = old.id;
  end if;
  return null;
end
$$;

-- The organizer's address in the invitation, as in calls.
alter table private.withdrawn_calls add column organizer text;

-- Keeps what the cancellations of the calls need that are about to be deleted with a client, an enquiry or an agency. The call of
-- which nobody was told needs none. A merged client has given its calls to the kept one before.
create or replace function private.withdraw_calls() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.withdrawn_calls
    (call_id, starts_at, time_zone, minutes, sequence, name, email, organizer, staff_name, staff_email, agency_name,
     agency_email, agency_phone, is_for_good)
  select
    calls.id, calls.starts_at, calls.time_zone, calls.minutes, calls.sequence + 1, coalesce(clients.name, asked.name),
    calls.mailed_to, calls.organizer, staff.display_name, user_accounts.email, agencies.name, agencies.email, agencies.phone,
    private.my_id() is null
  from public.calls
  join public.agencies on agencies.id = calls.agency_id
  left join public.clients on clients.id = calls.client_id
  left join public.contact_submissions as asked on asked.id = calls.enquiry_id
  left join public.user_profiles as staff on staff.id = calls.staff_id
  left join public.user_accounts on user_accounts.user_id = calls.staff_id
  where (
      tg_table_name = 'agencies' and calls.agency_id = old.id
      or tg_table_name = 'clients' and calls.client_id = old.id
      or tg_table_name = 'contact_submissions' and calls.enquiry_id = old.id
    )
    and calls.starts_at > now()
    and calls.mailed_to is not null
    and (calls.state = 'planned' or calls.state = 'cancelled' and calls.mailed_sequence < calls.sequence)
  on conflict (call_id) do nothing;
  return old;
end
$$;

drop function public.claim_withdrawn_calls();

-- Claims due cancellations for five minutes, so that no other server mails them too. One whose time has passed says nothing any
-- more.
create function public.claim_withdrawn_calls()
returns table (
  id uuid, starts_at timestamptz, time_zone text, minutes integer, sequence integer, changed_at timestamptz, name text,
  email text, organizer text, staff_name text, staff_email text, agency_name text, agency_email text, agency_phone text,
  is_for_good boolean
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if to_regclass('mail.mails') is not null then
    delete from mail.mails where state <> 'waiting' and starts_with(key, 'erased call/');
  end if;
  delete from private.withdrawn_calls where starts_at < now();
  return query
  update private.withdrawn_calls set mailing_until = now() + interval '5 minutes'
  where call_id in (
    select call_id from private.withdrawn_calls
    where withdrawn_at < now() - interval '30 seconds' and (mailing_until is null or mailing_until < now())
    order by withdrawn_at
    limit 20
    for update skip locked
  )
  returning
    call_id, starts_at, time_zone, minutes, sequence, withdrawn_at, name, email, organizer, staff_name, staff_email, agency_name,
    agency_email, agency_phone, is_for_good;
end
$$;

revoke execute on function public.claim_withdrawn_calls from public, anon, authenticated;

grant execute on function public.claim_withdrawn_calls to service_role;

-- The agency whose staff may read what a notice is about. Enquiries, and the calls about them alone, are those of the agency that
-- answers the website.
create function private.agency_of_notice(notice public.notices) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when notice.project_id is not null then (select agency_id from public.projects where id = notice.project_id)
    when notice.step_id is not null then (select agency_id from public.project_steps where id = notice.step_id)
    when notice.answer_id is not null then (
      select agency_id from public.project_updates
      where id = (select update_id from public.update_answers where id = notice.answer_id)
    )
    when notice.update_id is not null then (select agency_id from public.project_updates where id = notice.update_id)
    when notice.enquiry_id is not null then private.website_agency_id()
    when notice.message_id is not null then (select agency_id from public.chat_messages where id = notice.message_id)
    when notice.client_note_id is not null then (
      select agency_id from public.clients
      where id = (select client_id from public.client_notes where id = notice.client_note_id)
    )
    when notice.project_note_id is not null then (
      select agency_id from public.projects
      where id = (select project_id from public.project_notes where id = notice.project_note_id)
    )
    when notice.request_id is not null then (select agency_id from public.client_requests where id = notice.request_id)
    when notice.secret_id is not null then (select agency_id from public.client_secrets where id = notice.secret_id)
    when notice.call_id is not null then (
      select case when client_id is null then private.website_agency_id() else agency_id end
      from public.calls where id = notice.call_id
    )
  end;
end
$$;

revoke execute on function private.agency_of_notice from public;

-- Whether a person may see their notice, in the bell, by mail and on their devices: while they are on the staff of the agency that
-- it is about. Super admins see those of all agencies, except for messages and secrets.
create function private.sees_notice(notice public.notices) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_staff_of(notice.user_id, private.agency_of_notice(notice))
    or num_nonnulls(notice.message_id, notice.secret_id) = 0
       and exists (select from public.user_roles where user_id = notice.user_id and role = 'super_admin');
end
$$;

revoke execute on function private.sees_notice from public;

grant execute on function private.sees_notice to authenticated, service_role;

drop policy "people read what concerns them" on public.notices;

create policy "people read what concerns them"
  on public.notices for select to authenticated
  using (user_id = (select private.my_id()) and private.sees_notice(notices));

drop policy "people say what they have read" on public.notices;

create policy "people say what they have read"
  on public.notices for update to authenticated
  using (user_id = (select private.my_id()) and private.sees_notice(notices));

-- Notifies each mentioned person once, also when a later edit mentions them again. The earlier text counts too, because old notices
-- are deleted. `agency` reads the text, and `named` is the notice's column for the subject.
create or replace function private.tell_mentioned(words text, before text, agency uuid, named name, subject uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_bringing_back() then
    return;
  end if;
  execute format(
    $sql$
    insert into public.notices (user_id, actor_id, %1$I)
    select person, private.my_id(), $4
    from (
      select person from private.mentioned_in($1, $3) as person
      except select person from private.mentioned_in($2, $3) as person
    ) as mentioned
    where person is distinct from private.my_id()
      and not exists (select from public.notices where notices.user_id = person and notices.%1$I = $4)
    $sql$, named
  ) using words, coalesce(before, ''), agency, subject;
end
$$;

-- The caller's unread chat messages and notices; 100 stands for any larger number. Messages from before a person joined
-- do not count.
create or replace function public.my_unread() returns table (messages integer, notices integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := private.my_id();
  room constant uuid := private.my_agency_id();
  since timestamptz;
  seen bigint;
begin
  select coalesce(chat_reads.read_at, user_profiles.created_at), coalesce(chat_reads.up_to, 0) into since, seen
  from public.user_profiles left join private.chat_reads on chat_reads.user_id = user_profiles.id
  where user_profiles.id = me;
  return query
  select
    (
      select count(*)::integer from (
        select from public.chat_messages
        where agency_id = room and room_id = 'general' and sender_id is distinct from me
          -- The time finds them by the index, and the number tells apart those of one moment.
          and created_at >= since and number > seen
        limit 100
      ) as unread
    ),
    (
      select count(*)::integer from (
        select from public.notices as notice
        where notice.user_id = me and notice.read_at is null and private.sees_notice(notice)
        limit 100
      ) as unread
    )
  where me is not null;
end
$$;

-- What the next daily mail to a person contains: the unread notices since the last one.
create function public.notices_to_mail(person uuid) returns table (id uuid, created_at timestamptz)
language sql stable set search_path = '' as $$
  select notices.id, notices.created_at
  from public.user_profiles
  join public.notices on notices.user_id = user_profiles.id
  where user_profiles.id = person and notices.read_at is null
    and notices.created_at > coalesce(user_profiles.digested_at, '-infinity')
    and private.sees_notice(notices)
$$;

revoke execute on function public.notices_to_mail from public, anon, authenticated;

grant execute on function public.notices_to_mail to service_role;

-- People who want a mail about unread notices and have one that is an hour old; at most one mail a day.
create or replace function public.notice_digests_to_send() returns table (person uuid)
language sql stable set search_path = '' as $$
  select user_profiles.id from public.user_profiles
  where wants_digest and deactivated_at is null
    and (digested_at is null or digested_at < now() - interval '1 day')
    and exists (
      select from public.notices_to_mail(user_profiles.id) as notice where notice.created_at < now() - interval '1 hour'
    )
$$;

-- Has the caller's notices shown on a device, at most on ten: the oldest gives way. A browser in which somebody else was signed in
-- before is the caller's from now on, and what waits for the other person is not shown there.
create or replace function public.turn_on_push(endpoint text, p256dh text, auth text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.my_id();
begin
  if me is null or not private.is_staff() then
    raise exception 'Only staff may do this.' using errcode = '42501';
  end if;
  delete from private.notice_pushes
  using private.push_devices as device
  where device.id = notice_pushes.device_id and device.endpoint = turn_on_push.endpoint and device.user_id <> me;
  insert into private.push_devices as device (user_id, session_id, endpoint, p256dh, auth)
  values (me, (auth.jwt() ->> 'session_id')::uuid, turn_on_push.endpoint, turn_on_push.p256dh, turn_on_push.auth)
  on conflict on constraint push_devices_endpoint_key do update
    set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth;
  delete from private.push_devices
  where id in (
    select device.id from private.push_devices as device where device.user_id = me order by device.created_at desc, device.id offset 10
  );
end
$$;

-- Claims due pushes for two minutes, so that several servers send none twice. What was read meanwhile, what the person may not see
-- any more, and what no push service has taken for six hours, is dropped, and so are devices whose person has signed out there or
-- may not come in any more.
create or replace function public.claim_pushes()
returns table (notice_id uuid, device_id uuid, endpoint text, p256dh text, auth text)
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.push_devices
  where exists (select from private.notice_pushes where notice_pushes.device_id = push_devices.id and due_at <= now())
    and not exists (
      select from auth.sessions
      join auth.users on users.id = sessions.user_id
      join public.user_profiles on user_profiles.id = sessions.user_id
      where sessions.id = push_devices.session_id and sessions.user_id = push_devices.user_id
        and (sessions.not_after is null or sessions.not_after > now())
        and (users.banned_until is null or users.banned_until <= now())
        and user_profiles.deactivated_at is null
    );
  delete from private.notice_pushes
  using public.notices
  where notices.id = notice_pushes.notice_id
    and (
      notices.read_at is not null or notices.created_at < now() - interval '6 hours' or not private.sees_notice(notices)
    );
  return query
  with due as (
    select due.notice_id, due.device_id from private.notice_pushes as due
    where due.due_at <= now()
    order by due.due_at
    limit 100
    for update skip locked
  ),
  claimed as (
    update private.notice_pushes as push
    set attempts = push.attempts + 1, due_at = now() + interval '2 minutes' * (push.attempts + 1)
    from due
    where push.notice_id = due.notice_id and push.device_id = due.device_id
    returning push.notice_id, push.device_id
  )
  select claimed.notice_id, claimed.device_id, device.endpoint, device.p256dh, device.auth
  from claimed
  join public.notices on notices.id = claimed.notice_id
  join private.push_devices as device on device.id = claimed.device_id and device.user_id = notices.user_id;
end
$$;

-- A page of a list, those that changed first in front: since the time `since`, after the page whose `next` is `after`, at most
-- `limit` rows. Each other name is a field with the value that it has to have.
create or replace function private.program_page(list text, asked jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  known record;
  most constant integer := coalesce((asked ->> 'limit')::integer, 100);
  wanted constant jsonb := asked - 'since' - 'after' - 'limit';
  found_rows jsonb;
  next_page text;
begin
  select * into known from private.program_list(list);
  perform private.require_program_fields(list, wanted, known.fields);
  if most not between 1 and 500 then
    raise exception 'The limit is a number from 1 to 500.' using errcode = '22023';
  end if;
  execute format(
    $sql$
      select
        coalesce(jsonb_agg(page.shown order by page.moment, page.id), '[]'),
        (array_agg(
          to_char(page.moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || page.id
          order by page.moment, page.id
        ))[$4]
      from (
        select id, %1$s as moment, (select to_jsonb(fields) from (select %2$s) as fields) as shown
        from public.%3$I
        where ($1 is null or %1$s >= $1) and ($2 is null or (%1$s, id) > ($2, $3)) %4$s
        order by 2, 1
        limit $4
      ) as page
    $sql$,
    known.changed_at, array_to_string(known.fields, ', '), known.relation,
    (
      select string_agg(
        -- Capitals do not tell email addresses apart, so that a program that looks for a client before it adds one finds it.
        format(case field when 'email' then 'and lower(%I) = lower(%L)' else 'and %I = %L' end, field, value), ' '
      )
      from jsonb_each_text(wanted) as each (field, value)
    )
  ) into found_rows, next_page
  using
    nullif(asked ->> 'since', '')::timestamptz, nullif(split_part(asked ->> 'after', '_', 1), '')::timestamptz,
    nullif(split_part(asked ->> 'after', '_', 2), '')::uuid, most;
  return jsonb_build_object('rows', found_rows, 'next', next_page);
end
$$;

-- Adds a row and returns it; null if it is a repetition that is not stored again.
create or replace function private.add_for_program(list text, given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  known record;
  filled jsonb := given;
  added jsonb;
begin
  select * into known from private.program_list(list);
  if known.addable = '{}' then
    raise exception 'A program adds no %. It adds enquiries, clients, steps, updates and notes.', list using errcode = '22023';
  end if;
  perform private.require_program_fields(list, given, known.addable);
  if given = '{}' then
    raise exception 'Say what is in it: the fields for % are %.', list, array_to_string(known.addable, ', ')
      using errcode = '22023';
  end if;
  if list = 'clients' then
    filled := filled || jsonb_build_object('agency_id', private.program_agency_id());
  elsif list = 'enquiries' then
    -- What nobody said is the empty text.
    filled := '{"business_name": "", "email": "", "phone": "", "service": "other"}' || filled || '{"came_by": "program"}';
  end if;
  execute format(
    'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)
     returning (select to_jsonb(fields) from (select %3$s) as fields)',
    known.relation, (select string_agg(quote_ident(field), ', ') from jsonb_object_keys(filled) as field),
    array_to_string(known.fields, ', ')
  ) into added using filled;
  return added;
end
$$;

-- Changes the one field of a row that programs change, and returns the row; null if the key sees no such row.
create or replace function private.change_for_program(list text, item uuid, given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  known record;
  changed jsonb;
begin
  select * into known from private.program_list(list);
  if known.changeable is null then
    raise exception
      'A program changes nothing of %. It changes the state of enquiries, the status of projects, and whether steps are done (is_done).',
      list
      using errcode = '22023';
  end if;
  perform private.require_program_fields(list, given, array[known.changeable]);
  if given ->> known.changeable is null then
    raise exception 'Say what % becomes.', known.changeable using errcode = '22023';
  end if;
  -- A person takes an enquiry, and making a client of it takes more than a word.
  if list = 'enquiries' and given ->> 'state' not in ('new', 'answered', 'not now', 'spam') then
    raise exception 'A program sets the state of an enquiry to new, answered, not now or spam.' using errcode = '22023';
  end if;
  execute format(
    'update public.%I set %I = %L where id = $1 returning (select to_jsonb(fields) from (select %s) as fields)',
    known.relation, known.changeable, given ->> known.changeable, array_to_string(known.fields, ', ')
  ) into changed using item;
  return changed;
end
$$;

-- The events that may be tried now: nobody is delivering them, their receiver is not left alone, and no earlier event of their
-- object waits.
create view private.due_deliveries with (security_invoker = true) as
select waiting.id, waiting.webhook_id, waiting.created_at, waiting.attempts, waiting.next_try_at
from public.webhook_deliveries as waiting join public.webhooks on webhooks.id = waiting.webhook_id
where waiting.next_try_at <= now()
  and (waiting.claimed_until is null or waiting.claimed_until <= now())
  and (
    waiting.type = 'test'
    or not webhooks.is_paused and (webhooks.quiet_until is null or webhooks.quiet_until <= now())
  )
  and not exists (
    select from public.webhook_deliveries as earlier
    where earlier.webhook_id = waiting.webhook_id and earlier.object_id = waiting.object_id
      and earlier.next_try_at is not null
      and (earlier.created_at, earlier.id) < (waiting.created_at, waiting.id)
  );

revoke all on private.due_deliveries from public, anon, authenticated;

grant select on private.due_deliveries to service_role;

-- Webhooks with something to deliver, those that have waited longest first.
create or replace function public.due_webhooks() returns table (webhook uuid)
language sql stable set search_path = '' as $$
  select webhook_id from private.due_deliveries group by webhook_id order by min(next_try_at)
$$;

-- Claims the next event of a webhook. One process delivers for a webhook at a time. Those that were tried less often come first,
-- since each failure silences the receiver for a minute, and events that it always rejects would leave no time for others.
create or replace function public.claim_webhook_delivery(webhook uuid)
returns table (id uuid, url text, secret text, type text, data jsonb, created_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  receiver public.webhooks;
begin
  select * into receiver from public.webhooks where webhooks.id = webhook for no key update skip locked;
  if not found or exists (
    select from public.webhook_deliveries where webhook_id = webhook and claimed_until > now()
  ) then
    return;
  end if;
  return query
  update public.webhook_deliveries as claimed
  set claimed_until = now() + interval '1 minute', last_tried_at = now(), attempts = attempts + 1,
      first_tried_at = coalesce(first_tried_at, now())
  from private.webhook_secrets
  where webhook_secrets.webhook_id = webhook and claimed.id = (
    select due.id
    from private.due_deliveries as due
    where due.webhook_id = webhook
    order by due.attempts, due.created_at, due.id
    limit 1
  )
  returning claimed.id, receiver.url, webhook_secrets.secret, claimed.type, claimed.data, claimed.created_at;
end
$$;

-- Notes the answer of a receiver: a few words, and the HTTP status unless there was none. An event that was not accepted is
-- tried again after 1, 5 and 30 minutes and then every hour. After three days of that it is given up if the webhook accepted
-- another one meanwhile; otherwise, or where the receiver says that it is gone (410), the webhook is paused. A test is tried once.
create or replace function public.settle_webhook_delivery(delivery uuid, answer text, status integer default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_delivered constant boolean := coalesce(status between 200 and 299, false);
  is_worn_out boolean;
  tried public.webhook_deliveries;
begin
  update public.webhook_deliveries
  set claimed_until = null, last_status = status, last_answer = nullif(left(answer, 500), ''),
      delivered_at = case when is_delivered then now() end,
      next_try_at = case
        when not is_delivered and type <> 'test' then
          now() + case attempts
            when 1 then interval '1 minute' when 2 then interval '5 minutes' when 3 then interval '30 minutes'
            else interval '1 hour'
          end
      end
  where id = delivery
  returning * into tried;
  if not found or tried.type = 'test' then
    return;
  end if;
  is_worn_out := tried.first_tried_at <= now() - interval '3 days';
  if is_delivered then
    update public.webhooks set quiet_until = null where id = tried.webhook_id and quiet_until is not null;
  elsif status = 410 or is_worn_out and not exists (
    select from public.webhook_deliveries
    where webhook_id = tried.webhook_id and delivered_at > now() - interval '3 days'
  ) then
    update public.webhooks
    set is_paused = true, paused_because = case status when 410 then 'gone' else 'failing' end
    where id = tried.webhook_id and not is_paused;
  else
    update public.webhooks set quiet_until = now() + interval '1 minute' where id = tried.webhook_id;
    update public.webhook_deliveries set next_try_at = null where id = delivery and is_worn_out;
  end if;
end
$$;
