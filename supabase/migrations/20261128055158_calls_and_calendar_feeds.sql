-- calls and calendar feeds

insert into public.role_permissions (role, position, subject, covers, actions, scope)
select unnest(roles), 28, 'Calls', '{calls}', '{read, add, change}', scope
from (values
  ('{agency_staff, agency_admin, admin}'::text[], 'own agency'),
  ('{super_admin}', 'every agency')
) as permission (roles, scope);

-- Calls at an agreed time with somebody who enquired, or with a client. Each is an invitation in the other person's calendar, of
-- which `id` is the UID and `sequence` the version.
create table public.calls (
  id              uuid primary key default gen_random_uuid(),
  -- The agency of the client; for an enquiry the one that answered the website when the call was planned.
  agency_id       uuid not null references public.agencies (id) on delete cascade,
  enquiry_id      uuid references public.contact_submissions (id) on delete cascade,
  -- Calls of an enquiry that becomes a client belong to that client too.
  client_id       uuid,
  starts_at       timestamptz not null,
  -- The zone in which the time was agreed, as the IANA names it. Mails say the time in it.
  time_zone       text not null check (length(time_zone) <= 64),
  minutes         integer not null default 30 check (minutes between 5 and 480),
  -- Who calls.
  staff_id        uuid references public.user_profiles (id) on delete set null,
  -- The invitation contains it.
  note            text check (note ~ '\S' and length(note) <= 1000),
  state           text not null default 'planned' check (state in ('planned', 'came', 'did not come', 'cancelled')),
  sequence        integer not null default 0,
  created_by      uuid references public.user_profiles (id) on delete set null,
  created_at      timestamptz not null default now(),
  -- When the invitation last changed. A mail about it waits for half a minute, so that a slip can be put right.
  changed_at      timestamptz not null default now(),
  -- The sequence of the last mail about it.
  mailed_sequence integer,
  remind_at       timestamptz,
  reminded_at     timestamptz,
  -- The end of a claim to mail it; after that another process may take it over.
  mailing_until   timestamptz,
  constraint calls_with_somebody check (num_nonnulls(enquiry_id, client_id) > 0),
  constraint calls_client_id_fkey foreign key (client_id, agency_id)
    references public.clients (id, agency_id) on update cascade on delete cascade
);

alter table public.calls enable row level security;

revoke all on public.calls from anon, authenticated, service_role;

grant select, insert, update, delete on public.calls to service_role;

grant select, insert (enquiry_id, client_id, starts_at, time_zone, minutes, staff_id, note),
      update (starts_at, time_zone, minutes, staff_id, note, state)
  on public.calls to authenticated;

create index calls_agency_id_idx on public.calls (agency_id, starts_at);

create index calls_enquiry_id_idx on public.calls (enquiry_id) where enquiry_id is not null;

create index calls_client_id_idx on public.calls (client_id, starts_at) where client_id is not null;

create index calls_staff_id_idx on public.calls (staff_id, starts_at);

create index calls_created_by_idx on public.calls (created_by);

-- What mails may be due about: calls that are planned, and cancelled ones of which that was not mailed yet.
create index calls_to_mail_idx on public.calls (starts_at)
  where state = 'planned' or state = 'cancelled' and mailed_sequence < sequence;

-- A call about an enquiry alone follows the website, as the enquiry does.
create policy "staff read the calls of their agency's clients and of enquiries that they read"
  on public.calls for select to authenticated
  using (
    client_id is not null and agency_id = (select private.my_agency_id())
    or client_id is null and (select private.reads_enquiries())
    or (select private.is_super_admin())
  );

create policy "staff plan calls with their agency's clients and about enquiries that they handle"
  on public.calls for insert to authenticated
  with check (
    num_nonnulls(enquiry_id, client_id) = 1
    and (
      client_id is not null and agency_id = (select private.my_active_agency_id())
      or client_id is null and (select private.answers_enquiries())
      or client_id is not null and agency_id is not null and (select private.is_super_admin())
    )
  );

create policy "staff move and cancel them"
  on public.calls for update to authenticated
  using (
    client_id is not null and agency_id = (select private.my_active_agency_id())
    or client_id is null and (select private.answers_enquiries())
    or (select private.is_super_admin())
  );

create function private.is_time_zone(name text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  perform now() at time zone name;
  return name ~ '^[A-Z][A-Za-z0-9_+/-]*$';
exception when invalid_parameter_value then
  return false;
end
$$;

revoke execute on function private.is_time_zone from public;

grant execute on function private.is_time_zone to authenticated, service_role;

-- Fills in the agency, the version of the invitation and the time of the reminder, and refuses what a calendar could not follow.
create function private.fill_in_call() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  is_moved boolean := is_new;
begin
  if private.is_bringing_back() then
    return new;
  end if;
  if is_new then
    new.agency_id := coalesce(
      new.agency_id,
      case when new.client_id is null then private.website_agency_id()
           else (select agency_id from public.clients where id = new.client_id) end
    );
    new.created_by := coalesce(new.created_by, private.my_id());
  else
    is_moved := new.starts_at <> old.starts_at;
    if old.state = 'cancelled' and (new.state <> 'cancelled' or is_moved) then
      raise exception 'A cancelled call stays cancelled. Plan a new one.' using errcode = '23514';
    end if;
    if is_moved or (new.minutes, new.time_zone, new.note) is distinct from (old.minutes, old.time_zone, old.note)
       or new.staff_id is distinct from old.staff_id and new.staff_id is not null
       or new.state = 'cancelled' and old.state <> 'cancelled' then
      new.sequence := old.sequence + 1;
      new.changed_at := clock_timestamp();
    end if;
  end if;
  if not private.is_time_zone(new.time_zone) then
    raise exception 'There is no such time zone.' using errcode = '23514';
  end if;
  if current_user = 'authenticated' and is_moved and new.starts_at <= now() then
    raise exception 'This time has passed.' using errcode = '23514';
  end if;
  if current_user = 'authenticated' and new.state in ('came', 'did not come') and new.starts_at > now() then
    raise exception 'This call has not begun.' using errcode = '23514';
  end if;
  if is_moved then
    new.reminded_at := null;
    -- The day before, or an hour before what is planned for the next hours.
    new.remind_at := case
      when new.starts_at > now() + interval '25 hours' then new.starts_at - interval '1 day'
      when new.starts_at > now() + interval '90 minutes' then new.starts_at - interval '1 hour'
    end;
  end if;
  return new;
end
$$;

revoke execute on function private.fill_in_call from public;

-- Triggers fire in the order of their names: fill in first, then verify.
create trigger fill_in_call
  before insert or update on public.calls for each row execute function private.fill_in_call();

create trigger verify_assignee
  before insert or update on public.calls for each row
  execute function private.verify_assignee('staff_id', 'A call can only be given to staff of its agency.');

-- Somebody who leaves, or is deactivated, leaves their calls to nobody.
create function private.leave_calls() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.calls set staff_id = null where staff_id = new.id and state = 'planned';
  return null;
end
$$;

revoke execute on function private.leave_calls from public;

create trigger leave_calls
  after update of agency_id, deactivated_at on public.user_profiles for each row
  when (old.agency_id is distinct from new.agency_id or old.deactivated_at is null and new.deactivated_at is not null)
  execute function private.leave_calls();

-- The calls of an enquiry belong to the client that it becomes.
create function private.give_calls_to_client() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.calls set client_id = new.client_id
  from public.clients
  where calls.enquiry_id = new.id and clients.id = new.client_id and clients.agency_id = calls.agency_id
    and calls.client_id is distinct from new.client_id;
  return null;
end
$$;

revoke execute on function private.give_calls_to_client from public;

create trigger give_calls
  after update of client_id on public.contact_submissions for each row
  when (new.client_id is not null and new.client_id is distinct from old.client_id)
  execute function private.give_calls_to_client();

-- The mails that are due about calls: an invitation, its changes, its cancellation, and one reminder. A call that is moved or
-- cancelled is not reminded of at its old time, because the row is what decides.
create function public.calls_to_mail() returns table (call uuid, mail text, changed_at timestamptz)
language sql stable set search_path = '' as $$
  select due.call, due.mail, due.changed_at
  from (
    select
      calls.id as call, calls.changed_at,
      case
        when calls.state = 'planned' and calls.starts_at > now()
             and calls.sequence > coalesce(calls.mailed_sequence, -1) then 'invitation'
        when calls.state = 'cancelled' and calls.starts_at > now() - interval '1 day'
             and calls.sequence > calls.mailed_sequence then 'cancellation'
        when calls.state = 'planned' and calls.starts_at > now() and calls.reminded_at is null
             and calls.remind_at <= now() then 'reminder'
      end as mail
    from public.calls
    where (calls.state = 'planned' or calls.state = 'cancelled' and calls.mailed_sequence < calls.sequence)
      and calls.starts_at > now() - interval '1 day'
      and (calls.mailing_until is null or calls.mailing_until < now())
      and calls.changed_at < now() - interval '30 seconds'
  ) as due
  where due.mail is not null
$$;

revoke execute on function public.calls_to_mail from public, anon, authenticated;

grant execute on function public.calls_to_mail to service_role;

-- Withdraws what still waits for the mail server when a newer mail about the call will follow, or when there is nothing left to
-- remind of. Hosted Supabase queues no mails.
create function private.withdraw_call_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('mail.mails') is not null then
    delete from mail.mails
    where state = 'waiting'
      and (claimed_until is null or claimed_until < now())
      and starts_with(key, 'call/' || new.id || '/');
  end if;
  return null;
end
$$;

revoke execute on function private.withdraw_call_mails from public;

create trigger withdraw_mails
  after update on public.calls for each row
  when (old.sequence <> new.sequence or old.state <> new.state)
  execute function private.withdraw_call_mails();

drop function public.enquiry_figures(integer);

-- Figures of the enquiries that the caller may read: how many wait, how many of those wait longer than the website promises, how
-- many are set aside, the median response time of the last thirty days, and which of the calls of those days came about.
create function public.enquiry_figures(reply_hours integer)
returns table (
  waiting integer, late integer, set_aside integer, median_seconds integer, calls_came integer, calls_missed integer
)
language sql stable set search_path = '' as $$
  select
    (count(*) filter (where waits))::integer,
    (count(*) filter (where waits and created_at < now() - make_interval(hours => reply_hours)))::integer,
    (count(*) filter (where is_set_aside))::integer,
    (percentile_cont(0.5) within group (order by extract(epoch from answered_at - created_at)::double precision)
      filter (where answered_at > now() - interval '30 days'))::integer,
    (select count(*)::integer from public.calls
     where enquiry_id is not null and state = 'came' and starts_at > now() - interval '30 days'),
    (select count(*)::integer from public.calls
     where enquiry_id is not null and state = 'did not come' and starts_at > now() - interval '30 days')
  from (
    select created_at, answered_at, is_set_aside, state in ('new', 'taken') as waits
    from public.contact_submissions
  ) as enquiries
$$;

revoke execute on function public.enquiry_figures from public, anon;

grant execute on function public.enquiry_figures to authenticated, service_role;

-- A call of theirs that is about to be.
alter table public.notices add column call_id uuid references public.calls (id) on delete cascade;

alter table public.notices drop constraint notices_about_one_thing;

alter table public.notices add constraint notices_about_one_thing CHECK ((num_nonnulls(project_id, step_id, answer_id, enquiry_id, message_id, client_note_id, project_note_id, update_id, request_id, secret_id, call_id) = 1));

-- Several servers may remind of the same call, and one of them does.
create unique index notices_call_id_idx on public.notices (call_id, user_id) where call_id is not null;

-- Calls that are about to be, of which the person who calls was not told yet.
create function private.due_call_notices() returns table (call uuid, person uuid)
language sql stable security definer set search_path = '' as $$
  select calls.id, calls.staff_id
  from public.calls
  where calls.state = 'planned' and calls.remind_at <= now() and calls.starts_at > now()
    and private.is_staff_of(calls.staff_id, calls.agency_id)
    and not exists (
      select from public.notices where notices.call_id = calls.id and notices.user_id = calls.staff_id
    )
$$;

revoke execute on function private.due_call_notices from public;

grant execute on function private.due_call_notices to service_role;

-- A call that is moved, cancelled or given to somebody else is told of again when it is due.
create function private.forget_call_notice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notices where call_id = new.id;
  return null;
end
$$;

revoke execute on function private.forget_call_notice from public;

create trigger forget_notice
  after update of starts_at, state, staff_id on public.calls for each row
  when ((old.starts_at, old.state, old.staff_id) is distinct from (new.starts_at, new.state, new.staff_id))
  execute function private.forget_call_notice();

alter table public.audit_events drop constraint audit_events_kind_check;

alter table public.audit_events add constraint audit_events_kind_check CHECK ((kind = ANY (ARRAY['signed_in'::text, 'sign_in_failed'::text, 'password_changed'::text, 'second_step_removed'::text, 'address_changed'::text, 'created'::text, 'invited'::text, 'invitation_revoked'::text, 'password_reset'::text, 'deactivated'::text, 'reactivated'::text, 'account_deleted'::text, 'role_given'::text, 'role_taken'::text, 'joined_agency'::text, 'left_agency'::text, 'agency_added'::text, 'agency_changed'::text, 'agency_deleted'::text, 'plan_changed'::text, 'main_person_changed'::text, 'client_asked'::text, 'request_closed'::text, 'month_mailed'::text, 'month_changed'::text, 'call_planned'::text, 'call_moved'::text, 'call_cancelled'::text, 'feed_made'::text, 'feed_revoked'::text, 'client_deleted'::text, 'person_deleted'::text, 'project_deleted'::text, 'step_deleted'::text, 'note_deleted'::text, 'update_deleted'::text, 'enquiry_deleted'::text, 'brought_back'::text, 'source_added'::text, 'source_revoked'::text, 'clients_merged'::text, 'merge_undone'::text, 'vault_copied'::text, 'vault_viewed'::text, 'vault_taken_over'::text, 'secret_asked'::text, 'secret_sent'::text, 'secret_opened'::text, 'secret_withdrawn'::text, 'exported'::text, 'erased'::text, 'webhook_added'::text, 'webhook_changed'::text, 'webhook_deleted'::text])));

-- Records planned, moved and cancelled calls. The line is about the client, or else the enquiry.
create function private.audit_call() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A merge and its undoing have a line of their own.
  if private.merging_as() is not null or private.is_bringing_back() then
    return null;
  end if;
  perform private.audit(
    case when tg_op = 'INSERT' then 'call_planned' when new.state = 'cancelled' then 'call_cancelled' else 'call_moved' end,
    new.agency_id, coalesce(new.client_id, new.enquiry_id),
    coalesce(
      (select name from public.clients where id = new.client_id),
      (select name from public.contact_submissions where id = new.enquiry_id)
    ),
    jsonb_build_object('title', to_char(new.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'))
  );
  return null;
end
$$;

revoke execute on function private.audit_call from public;

create trigger audit_planned
  after insert on public.calls for each row execute function private.audit_call();

create trigger audit_changed
  after update of starts_at, state on public.calls for each row
  when (old.starts_at <> new.starts_at or old.state <> 'cancelled' and new.state = 'cancelled')
  execute function private.audit_call();

-- The calendar feed of a person: an address that a calendar program reads without signing in. Its secret alone gives access, so it
-- is shown once, only its hash is stored, and it says no more than the person may see at that moment.
create table private.calendar_feeds (
  user_id     uuid primary key references public.user_profiles (id) on delete cascade,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  made_at     timestamptz not null default now(),
  -- When a calendar last read it, noted at most once in ten minutes.
  read_at     timestamptz
);

revoke all on private.calendar_feeds from public, anon, authenticated, service_role;

-- Makes the caller's feed and returns its secret once. A former address stops working.
create function public.make_calendar_feed() returns text
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.my_id();
  secret constant text := private.new_token();
begin
  if private.is_staff() is not true then
    raise exception 'Only staff have a calendar feed.' using errcode = '42501';
  end if;
  insert into private.calendar_feeds (user_id, secret_hash) values (me, sha256(convert_to(secret, 'UTF8')))
  on conflict (user_id) do update set secret_hash = excluded.secret_hash, made_at = now(), read_at = null;
  perform private.audit('feed_made', private.my_agency_id(), me, private.audit_name(me));
  return secret;
end
$$;

revoke execute on function public.make_calendar_feed from public, anon, service_role;

grant execute on function public.make_calendar_feed to authenticated;

create function public.revoke_calendar_feed() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.my_id();
begin
  delete from private.calendar_feeds where user_id = me;
  if found then
    perform private.audit('feed_revoked', private.my_agency_id(), me, private.audit_name(me));
  end if;
end
$$;

revoke execute on function public.revoke_calendar_feed from public, anon, service_role;

grant execute on function public.revoke_calendar_feed to authenticated;

-- When the caller's feed was made and last read; no row without one.
create function public.my_calendar_feed() returns table (made_at timestamptz, read_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select calendar_feeds.made_at, calendar_feeds.read_at
  from private.calendar_feeds where calendar_feeds.user_id = private.my_id()
$$;

revoke execute on function public.my_calendar_feed from public, anon, service_role;

grant execute on function public.my_calendar_feed to authenticated;

-- What stands in a person's calendar, as far as the person may see it now: what is theirs in their agency, or for a super admin in
-- any. Their own calls have a time, everything else a day.
create function private.calendar_of(person uuid) returns table (
  uid text, kind text, title text, about text, path text, starts_at timestamptz, minutes integer, day date,
  sequence integer, changed_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  with me as (
    select user_profiles.id, user_profiles.agency_id, exists (
      select from public.user_roles where user_id = person and role = 'super_admin'
    ) as sees_all
    from public.user_profiles where user_profiles.id = person
  )
  select
    'call-' || calls.id, 'call', coalesce(clients.name, contact_submissions.name), calls.note,
    case when calls.client_id is null then '/dashboard/enquiries/' || calls.enquiry_id
         else '/dashboard/clients/' || calls.client_id end,
    calls.starts_at, calls.minutes, null::date, calls.sequence, calls.changed_at
  from me
  join public.calls on calls.staff_id = me.id and (calls.agency_id = me.agency_id or me.sees_all)
  left join public.clients on clients.id = calls.client_id
  left join public.contact_submissions on contact_submissions.id = calls.enquiry_id
  where calls.state <> 'cancelled'
    -- An enquiry goes with the website to another agency.
    and (calls.client_id is not null or me.sees_all or me.agency_id = private.website_agency_id())
  union all
  select
    'step-' || project_steps.id, 'step', project_steps.title, projects.name, '/dashboard/projects/' || projects.id,
    null, null, project_steps.due_on, 0, project_steps.updated_at
  from me
  join public.project_steps on project_steps.assigned_to = me.id and not project_steps.is_done
  join public.projects on projects.id = project_steps.project_id and (projects.agency_id = me.agency_id or me.sees_all)
  where projects.status not in ('completed', 'cancelled')
  union all
  select
    'contact-' || clients.id, 'contact', clients.name, clients.next_contact_note, '/dashboard/clients/' || clients.id,
    null, null, clients.next_contact_on, 0, clients.updated_at
  from me
  join public.clients on clients.looked_after_by = me.id and (clients.agency_id = me.agency_id or me.sees_all)
  union all
  select
    edge.kind || '-' || projects.id, edge.kind, projects.name, clients.name, '/dashboard/projects/' || projects.id,
    null, null, edge.day, 0, projects.updated_at
  from me
  join public.projects on projects.assigned_to = me.id and (projects.agency_id = me.agency_id or me.sees_all)
  join public.clients on clients.id = projects.client_id
  cross join lateral (values ('start', projects.start_date), ('due', projects.target_completion_date)) as edge (kind, day)
  where projects.status not in ('completed', 'cancelled')
  union all
  select
    'review-' || project_updates.id, 'review', project_updates.title, clients.name, '/dashboard/projects/' || projects.id,
    null, null, project_updates.answer_by, 0, project_updates.updated_at
  from me
  join public.projects on projects.agency_id = me.agency_id or me.sees_all
  join public.project_updates on project_updates.project_id = projects.id and me.id in (project_updates.created_by, projects.assigned_to)
  join public.clients on clients.id = projects.client_id
  where project_updates.answer_by is not null
    and not exists (select from public.update_answers where update_answers.update_id = project_updates.id)
$$;

revoke execute on function private.calendar_of from public;

-- The feed with the hash of this secret: from sixty days ago to a year ahead, what comes next first, at most two thousand entries.
-- Null for a guess, for a revoked address, and for a person who is no longer on the staff of any agency.
create function public.open_calendar_feed(secret_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  feed private.calendar_feeds;
  entries jsonb;
begin
  select * into feed from private.calendar_feeds
  where calendar_feeds.secret_hash = decode(open_calendar_feed.secret_hash, 'hex');
  if not found or not exists (
    select from public.user_profiles
    join public.user_roles on user_roles.user_id = user_profiles.id
    where user_profiles.id = feed.user_id and user_profiles.deactivated_at is null
      and (
        user_roles.role = 'super_admin'
        or user_roles.role in ('agency_staff', 'agency_admin', 'admin') and user_profiles.agency_id is not null
      )
  ) then
    return null;
  end if;
  update private.calendar_feeds set read_at = now()
  where user_id = feed.user_id and (read_at is null or read_at < now() - interval '10 minutes');
  select coalesce(jsonb_agg(to_jsonb(chosen) order by chosen.uid), '[]') into entries
  from (
    select entry.*
    from private.calendar_of(feed.user_id) as entry
    cross join lateral (select coalesce(entry.day, entry.starts_at::date) as on_day) as place
    where place.on_day between current_date - 60 and current_date + 366
    order by place.on_day < current_date, abs(place.on_day - current_date), entry.uid
    limit 2000
  ) as chosen;
  return jsonb_build_object(
    'name', (
      select coalesce(agencies.name, 'Mainstreet')
      from public.user_profiles left join public.agencies on agencies.id = user_profiles.agency_id
      where user_profiles.id = feed.user_id
    ),
    'entries', entries
  );
end
$$;

revoke execute on function public.open_calendar_feed from public, anon, authenticated;

grant execute on function public.open_calendar_feed to service_role;

-- The columns that refer to a client. Rows for which the condition `stays_if` holds are not moved, and are deleted and restored
-- with the merged client; in it `child` is the row and $3 the kept client. scripts/schema/client-merges.test.ts fails for a
-- reference to clients that is not listed here.
create or replace function private.places_of_clients() returns table (place regclass, named name, stays_if text)
language sql stable set search_path = '' as $$
  values
    ('public.projects'::regclass, 'client_id'::name, 'false'),
    ('public.client_people', 'client_id', 'false'),
    ('public.client_notes', 'client_id', 'false'),
    ('public.client_requests', 'client_id', 'false'),
    ('public.client_secrets', 'client_id', 'false'),
    -- A month that the kept client has too stays with the merged one.
    ('public.client_months', 'client_id',
     'exists (select from public.client_months as other where other.client_id = $3 and other.month = child.month)'),
    ('public.client_links', 'client_id', 'false'),
    ('public.client_earlier_plans', 'client_id', 'false'),
    ('public.calls', 'client_id', 'false'),
    ('public.contact_submissions', 'client_id', 'false'),
    ('public.password_vault', 'client_id', 'false'),
    -- What was deleted of the merged client is restored to the kept one.
    ('public.recently_deleted', 'client_id', 'child.subject_id = $2'),
    -- An import that is undone deletes the client that it added, and not the kept one.
    ('private.imported_rows', 'client_id', 'true')
$$;

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
create or replace function public.has_due_mails() returns boolean
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
  or exists (select from private.due_call_notices())
  or exists (select from private.due_months())
  or exists (select from public.months_to_mail())
  or exists (select from public.client_digests_to_send())
  or exists (select from public.notice_digests_to_send())
  or exists (select from public.due_address_mails())
$$;

alter publication supabase_realtime add table public.calls;
