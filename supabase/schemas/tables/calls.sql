-- Calls at an agreed time with somebody who enquired, or with a client. Each is an invitation in the other person's calendar, of
-- which `id` is the UID and `sequence` the version.
create table public.calls (
  id              uuid primary key default gen_random_uuid(),
  -- The agency of the client; for an enquiry alone the one that answers the website.
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
  -- The address in whose calendar it is; null if nobody was invited. The client may have got another one since, by a merge too.
  mailed_to       text,
  -- The organizer's address in its invitations, because calendars follow no cancellation by another organizer.
  organizer       text,
  constraint calls_with_somebody check (num_nonnulls(enquiry_id, client_id) > 0),
  constraint calls_client_id_fkey foreign key (client_id, agency_id)
    references public.clients (id, agency_id) on update cascade on delete cascade
);
create index calls_agency_id_idx on public.calls (agency_id, starts_at);
create index calls_enquiry_id_idx on public.calls (enquiry_id) where enquiry_id is not null;
create index calls_client_id_idx on public.calls (client_id, starts_at) where client_id is not null;
create index calls_staff_id_idx on public.calls (staff_id, starts_at);
create index calls_created_by_idx on public.calls (created_by);
-- What mails may be due about: calls that are planned, and cancelled ones of which that was not mailed yet.
create index calls_to_mail_idx on public.calls (starts_at)
  where state = 'planned' or state = 'cancelled' and mailed_sequence < sequence;

alter table public.calls enable row level security;
revoke all on public.calls from anon, authenticated, service_role;
grant select, insert, update, delete on public.calls to service_role;
grant select, insert (enquiry_id, client_id, starts_at, time_zone, minutes, staff_id, note),
      update (starts_at, time_zone, minutes, staff_id, note, state)
  on public.calls to authenticated;

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
    if is_new and new.client_id is null then
      -- The website may have been handed over meanwhile.
      new.agency_id := private.website_agency_id();
    end if;
    return case when is_new then private.invited_again(new) else new end;
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

-- Calls about enquiries alone go with the website to another agency, whose staff call instead.
create function private.hand_over_calls() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  heir uuid := new.id;
begin
  if tg_op = 'DELETE' then
    -- The same agency gets the website once this one is gone, and with it all of its calls.
    select id into heir from public.agencies where id <> old.id order by created_at, id limit 1;
  end if;
  update public.calls set agency_id = heir, staff_id = null
  where client_id is null and agency_id <> heir;
  return coalesce(new, old);
end
$$;
revoke execute on function private.hand_over_calls from public;

create trigger hand_over_calls_to_new
  after insert on public.agencies for each row
  when (new.answers_website)
  execute function private.hand_over_calls();
create trigger hand_over_calls
  after update of answers_website on public.agencies for each row
  when (new.answers_website and not old.answers_website)
  execute function private.hand_over_calls();
create trigger hand_over_calls_of_deleted
  before delete on public.agencies for each row
  when (old.answers_website)
  execute function private.hand_over_calls();

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
-- remind of. If that is the invitation, nobody was invited, and there is nothing to change or to cancel. A cancellation at an
-- address that the client had before stays right while the call exists. Hosted Supabase queues no mails.
create function private.withdraw_call_mails() returns trigger
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
revoke execute on function private.withdraw_call_mails from public;

create trigger withdraw_mails
  after update on public.calls for each row
  when (old.sequence <> new.sequence or old.state <> new.state)
  execute function private.withdraw_call_mails();
create trigger withdraw_mails_of_deleted
  after delete on public.calls for each row execute function private.withdraw_call_mails();

alter publication supabase_realtime add table public.calls;
