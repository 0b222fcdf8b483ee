-- calls that go with a client or an enquiry

drop function private.erase_mails(text[],text[],uuid);

-- The addresses of the super admins who may sign in, for alerts about the server and, where nobody else is named, for enquiries.
-- Nobody is told at an address that no mail server knows, such as that of the first administrator before it was changed: the mail
-- then waits. Without a mail server each mail becomes a file, whatever its address is.
create function public.super_admin_addresses() returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  become_files boolean := false;
begin
  -- Hosted Supabase has no such table, and a mail service.
  if to_regclass('mail.transport') is not null then
    become_files := not exists (select from mail.transport where host is not null);
  end if;
  return array(
    select users.email::text
    from auth.users join public.user_roles on user_roles.user_id = users.id
    where user_roles.role = 'super_admin' and users.email is not null
      and (users.banned_until is null or users.banned_until <= now())
      -- Addresses at .invalid (RFC 2606) belong to trial accounts and receive nothing; .local and .localhost are names of a
      -- local network and of a machine (RFC 6762, RFC 6761).
      and users.email !~* case when become_files then '[@.]invalid$' else '[@.](invalid|local|localhost)$' end
    order by users.email
  );
end
$$;

revoke execute on function public.super_admin_addresses from public, anon, authenticated;

grant execute on function public.super_admin_addresses to service_role;

-- The recipients of mails about enquiries: the agency that owns the website; without an address of its own, the
-- installation's CONTACT_EMAIL (`configured`); otherwise the super admins. If there is nobody, an enquiry waits for its mail.
create or replace function public.enquiry_recipients(configured text default null) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select array[email] from public.agencies where answers_website and email is not null),
    (select array_agg(btrim(address)) from regexp_split_to_table(nullif(btrim(configured), ''), ',') as address),
    public.super_admin_addresses()
  )
$$;

-- The address in whose calendar it is; null if nobody was invited. The client may have got another one since, by a merge too.
alter table public.calls add column mailed_to text;

-- What was mailed before went to the address of the client, or else to that of who enquired.
update public.calls set mailed_to = coalesce(
  (select email from public.clients where clients.id = calls.client_id),
  (select nullif(email, '') from public.contact_submissions where contact_submissions.id = calls.enquiry_id)
)
where mailed_sequence <= sequence;

-- Fills in the agency, the version of the invitation and the time of the reminder, and refuses what a calendar could not follow.
create or replace function private.fill_in_call() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  is_moved boolean := is_new;
begin
  if private.is_bringing_back() then
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

-- Withdraws what still waits for the mail server when a newer mail about the call will follow, or when there is nothing left to
-- remind of. Hosted Supabase queues no mails.
create or replace function private.withdraw_call_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('mail.mails') is not null then
    delete from mail.mails
    where state = 'waiting'
      and (claimed_until is null or claimed_until < now())
      and starts_with(key, 'call/' || old.id || '/');
  end if;
  return null;
end
$$;

create trigger withdraw_mails_of_deleted
  after delete on public.calls for each row execute function private.withdraw_call_mails();

-- Calls that were deleted with their client, enquiry or agency after somebody was invited to them. Each waits here for the mail
-- that cancels it, because its own row is gone.
create table private.withdrawn_calls (
  call_id       uuid primary key,
  starts_at     timestamptz not null,
  time_zone     text not null,
  minutes       integer not null,
  -- The version of the cancellation.
  sequence      integer not null,
  name          text not null,
  email         text not null,
  staff_name    text,
  staff_email   text,
  agency_name   text not null,
  agency_email  text,
  agency_phone  text,
  -- Whether the call cannot be restored. The queue then keeps nothing of the mail once it has ended.
  is_for_good   boolean not null,
  withdrawn_at  timestamptz not null default clock_timestamp(),
  -- The end of a claim to mail it; after that another process may take it over.
  mailing_until timestamptz
);

revoke all on private.withdrawn_calls from public, anon, authenticated, service_role;

-- Keeps what the cancellations of the calls need that are about to be deleted with a client, an enquiry or an agency. The call of
-- which nobody was told needs none. A merged client has given its calls to the kept one before.
create function private.withdraw_calls() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.withdrawn_calls
    (call_id, starts_at, time_zone, minutes, sequence, name, email, staff_name, staff_email, agency_name, agency_email,
     agency_phone, is_for_good)
  select
    calls.id, calls.starts_at, calls.time_zone, calls.minutes, calls.sequence + 1, coalesce(clients.name, asked.name),
    calls.mailed_to, staff.display_name, user_accounts.email, agencies.name, agencies.email, agencies.phone,
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

revoke execute on function private.withdraw_calls from public;

create trigger withdraw_calls
  before delete on public.agencies for each row execute function private.withdraw_calls();

create trigger withdraw_calls
  before delete on public.clients for each row execute function private.withdraw_calls();

create trigger withdraw_calls
  before delete on public.contact_submissions for each row execute function private.withdraw_calls();

-- A call that is restored. Before its cancellation was mailed nobody has noticed anything; afterwards the person is invited again,
-- by a later version than the cancellation.
create function private.invited_again(restored public.calls) returns public.calls
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.withdrawn_calls
  where call_id = restored.id and (mailing_until is null or mailing_until < now());
  if found or restored.starts_at <= now() or restored.mailed_to is null then
    return restored;
  elsif restored.state = 'planned' then
    restored.sequence := restored.sequence + 2;
    restored.mailed_sequence := null;
    restored.mailed_to := null;
    restored.changed_at := clock_timestamp();
  elsif restored.state = 'cancelled' then
    restored.mailed_sequence := restored.sequence;
  end if;
  return restored;
end
$$;

revoke execute on function private.invited_again from public;

-- Whether a cancellation is due, half a minute after the deletion, in which it can be undone; or a mail about a call that was
-- deleted for good has left the queue and is to be forgotten.
create function private.has_withdrawn_calls() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from private.withdrawn_calls
    where withdrawn_at < now() - interval '30 seconds' and (mailing_until is null or mailing_until < now())
  ) then
    return true;
  elsif to_regclass('mail.mails') is null then
    return false;
  end if;
  return exists (select from mail.mails where state <> 'waiting' and starts_with(key, 'erased call/'));
end
$$;

revoke execute on function private.has_withdrawn_calls from public;

grant execute on function private.has_withdrawn_calls to service_role;

-- Claims due cancellations for five minutes, so that no other server mails them too. One whose time has passed says nothing any
-- more.
create function public.claim_withdrawn_calls()
returns table (
  id uuid, starts_at timestamptz, time_zone text, minutes integer, sequence integer, changed_at timestamptz, name text,
  email text, staff_name text, staff_email text, agency_name text, agency_email text, agency_phone text, is_for_good boolean
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
    call_id, starts_at, time_zone, minutes, sequence, withdrawn_at, name, email, staff_name, staff_email, agency_name,
    agency_email, agency_phone, is_for_good;
end
$$;

revoke execute on function public.claim_withdrawn_calls from public, anon, authenticated;

grant execute on function public.claim_withdrawn_calls to service_role;

-- Forgets a cancellation that was mailed, or gives back the claim of one that was not.
create function public.settle_withdrawn_call(call uuid, is_mailed boolean) returns void
language sql security definer set search_path = '' as $$
  delete from private.withdrawn_calls where call_id = call and is_mailed;
  update private.withdrawn_calls set mailing_until = null where call_id = call and not is_mailed;
$$;

revoke execute on function public.settle_withdrawn_call from public, anon, authenticated;

grant execute on function public.settle_withdrawn_call to service_role;

-- Whether a client of this status gets its months. Nobody works any more for one that is completed, paused or inactive.
create function private.gets_months(status text) returns boolean
language sql immutable set search_path = ''
return coalesce(status, 'prospect') not in ('completed', 'paused', 'inactive');

revoke execute on function private.gets_months from public;

-- The last months of clients who get them by themselves, from the third to the ninth. A month in which nothing happened is not
-- mailed by itself, and a server that was off for longer leaves the rest to people.
create or replace function private.due_months(today date default (now() at time zone 'UTC')::date)
returns table (client uuid, month date)
language sql stable security definer set search_path = '' as $$
  select clients.id, last.month
  from (select (date_trunc('month', today) - interval '1 month')::date) as last (month)
  join public.clients on clients.months_from <= last.month
  where extract(day from today) between 3 and 9
    and private.gets_months(clients.prospect_status)
    and private.can_be_mailed(clients.email)
    and not exists (
      select from public.client_months
      where client_months.client_id = clients.id and client_months.month = last.month
        and (client_months.requested_at is not null or client_months.is_left_out)
    )
    and (
      exists (select from private.updates_of_month(clients.id, last.month))
      or exists (select from private.answers_of_month(clients.id, last.month))
    )
$$;

-- The clients of the caller's agency for whom something happened last month and whose month was neither mailed nor left out.
create or replace function public.months_to_send() returns table (client_id uuid, name text, month date)
language sql stable security definer set search_path = '' as $$
  select clients.id, clients.name, last.month
  from (select (private.current_month() - interval '1 month')::date) as last (month)
  join public.clients on clients.agency_id = (select private.my_agency_id())
  where private.gets_months(clients.prospect_status)
    and exists (
      select from public.projects
      join public.project_updates on project_updates.project_id = projects.id
      where projects.client_id = clients.id and project_updates.visibility = 'client'
        and project_updates.created_at >= lower(private.span_of_month(last.month))
        and project_updates.created_at < upper(private.span_of_month(last.month))
    )
    and not exists (
      select from public.client_months
      where client_months.client_id = clients.id and client_months.month = last.month
        and (client_months.requested_at is not null or client_months.is_left_out)
    )
  order by clients.name, clients.id
$$;

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
  or private.has_withdrawn_calls()
  or exists (select from private.due_call_notices())
  or exists (select from private.due_months())
  or exists (select from public.months_to_mail())
  or exists (select from public.client_digests_to_send())
  or exists (select from public.notice_digests_to_send())
  or exists (select from public.due_address_mails())
$$;

-- Our mails with these ids, and the latest ones to these addresses, each with the client whom it was for. The queue keeps
-- what it has sent for a month; the mails of updates are known as long as the update.
create or replace function public.sent_mails(ids uuid[], addresses text[])
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

-- Whether a text has this address as a whole, so that pal@shop.test is not al@shop.test.
create function private.has_address(words text, address text) returns boolean
language sql immutable set search_path = ''
return lower(words) ~ (
  '(?<![\w.%+-])' || regexp_replace(lower(address), '([.*+?^$(){}|\[\]\\])', '\\\1', 'g') || '(?![\w-]|\.\w)'
);

revoke execute on function private.has_address from public;

-- Deletes mails to these addresses, mails that name one of them, and mails about these enquiries, requests and calls, whose ids
-- their keys contain: sent ones too, because their subjects contain personal data. In the name of an agency an address counts
-- only as far as nobody else knows it, and only in mails to it and to the agency's staff. Hosted Supabase stores no mails.
create function private.erase_mails(addresses text[], about uuid[], for_agency uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  recipients text[];
begin
  if to_regclass('mail.mails') is null then
    return;
  end if;
  if for_agency is not null then
    addresses := private.known_from_agency_alone(addresses, for_agency);
    recipients := addresses || array(
      select lower(users.email)
      from auth.users join public.user_profiles on user_profiles.id = users.id
      where user_profiles.agency_id = for_agency
    );
  end if;
  delete from mail.mails
  where string_to_array(split_part(key, '/', 2), ',') && about::text[]
    or (recipients is null or lower(coalesce(substring(recipient from '<([^<>]+)>\s*$'), recipient)) = any (recipients))
    and exists (
      select from unnest(addresses) as address
      where private.has_address(mails.recipient, address)
        or strpos(lower(mails.content::text), lower(address)) > 0 and exists (
          select from jsonb_path_query(mails.content, 'strict $.** ? (@.type() == "string")') as content
          where private.has_address(content #>> '{}', address)
        )
    );
end
$$;

revoke execute on function private.erase_mails from public;

-- Erases enquiries with the mails about them and the keys of their names in the audit trail, where they leave no line.
create or replace function private.erase_enquiries(enquiries uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.erase_mails('{}', enquiries || array(select id from public.calls where enquiry_id = any (enquiries)));
  perform set_config('mainstreet.forgets', 'on', true);
  delete from public.contact_submissions where id = any (enquiries);
  perform set_config('mainstreet.forgets', '', true);
  delete from private.audit_subjects where id = any (enquiries);
end
$$;

-- Erases a client with the enquiry it came from, and further enquiries from the addresses of its people that became no
-- other client. Deleted rows of these and clients that were merged with it are restored first, so that they are erased like
-- the others. In the name of an agency, enquiries and mails of other agencies stay.
create or replace function private.erase_client(client uuid, for_agency uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  answers_website constant boolean := for_agency is null or for_agency = private.website_agency_id();
  agency uuid;
  addresses text[];
  enquiries uuid[];
begin
  perform private.put_back(id) from public.recently_deleted where kind = 'client' and subject_id = client;
  agency := (select agency_id from public.clients where id = client);
  perform private.erase_client(subject_id, for_agency) from public.recently_deleted where merged_into = client;
  perform private.put_back(id) from public.recently_deleted where kind = 'person' and client_id = client;
  addresses := array(
    select lower(email) from public.clients where id = client
    union
    select lower(email) from public.client_people where client_id = client and email is not null
  );
  perform private.put_back(id) from public.recently_deleted
  where kind = 'enquiry' and answers_website and lower(belongs_to) = any (addresses);
  enquiries := array(
    select id from public.contact_submissions
    where client_id = client or answers_website and client_id is null and lower(email) = any (addresses)
  );
  perform private.erase_mails(
    array(select lower(email) from public.contact_submissions where id = any (enquiries) and email <> '') || addresses,
    enquiries
      || array(select id from public.client_requests where client_id = client)
      || array(select id from public.calls where client_id = client or enquiry_id = any (enquiries)),
    for_agency
  );
  delete from public.contact_submissions where id = any (enquiries);
  delete from public.clients where id = client;
  delete from public.recently_deleted where client_id = client;
  delete from private.audit_subjects where id = any (enquiries || client);
  perform private.audit('erased', agency, client, null);
end
$$;

-- Erases one of the people of a client, with their links and with enquiries and mails of an address that is theirs alone.
-- What they answered and asked for stays with the client, without their name. A merge that made them one of its people
-- can no longer be undone, because it keeps their name.
create or replace function private.erase_client_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone public.client_people;
  agency uuid;
  addresses text[];
  links uuid[];
  enquiries uuid[];
begin
  perform private.put_back(id) from public.recently_deleted where kind = 'person' and subject_id = person;
  select * into gone from public.client_people where id = person for update;
  agency := (select agency_id from public.clients where id = gone.client_id);
  addresses := private.known_from_agency_alone(array(
    select lower(gone.email)
    where gone.email is not null
      and not exists (select from public.clients where lower(email) = lower(gone.email))
      and not exists (select from public.client_people where id <> person and lower(email) = lower(gone.email))
  ), agency);
  if agency = private.website_agency_id() then
    perform private.put_back(id) from public.recently_deleted
    where kind = 'enquiry' and lower(belongs_to) = any (addresses);
  end if;
  enquiries := array(
    select id from public.contact_submissions
    where lower(email) = any (addresses) and (client_id is null or client_id = gone.client_id)
  );
  links := array(
    select id from public.client_links
    where client_id = gone.client_id
      and (person_id = person or lower(name) in (select 'mail to ' || address from unnest(addresses) as address))
  );
  perform private.erase_mails(
    addresses,
    enquiries || array(
      select id from public.client_requests as asked
      where client_id = gone.client_id and (link_id = any (links) or lower(asked.name) = lower(gone.name))
    ),
    agency
  );
  perform private.forget_name(gone.client_id, gone.name, links);
  delete from public.client_links where id = any (links);
  delete from public.client_mails
  where lower(recipient) = any (addresses) and update_id in (
    select project_updates.id
    from public.project_updates join public.projects on projects.id = project_updates.project_id
    where projects.client_id = gone.client_id
  );
  delete from public.contact_submissions where id = any (enquiries);
  delete from public.recently_deleted where id in (
    select deletion_id from private.merged_rows
    where place = 'public.client_people' and row_id = person and before is null
  );
  -- The line of a deletion would name them, by the key of the client.
  perform set_config('mainstreet.forgets', 'on', true);
  delete from public.client_people where id = person;
  perform set_config('mainstreet.forgets', '', true);
  delete from private.audit_subjects where id = any (enquiries || person);
  perform private.audit('erased', agency, person, null);
end
$$;
