-- Mails with a link to a client's month: by a person, or by themselves on the third of the next month.

-- Has a month mailed to the client, and keeps what its page shows now. `by_itself` leaves a month alone that was mailed before or
-- that the agency does not want to mail. Returns whether it is to be mailed.
create function private.request_month_mail(client uuid, month date, by uuid, by_itself boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  written public.client_months;
begin
  insert into public.client_months (client_id, month) values (client, request_month_mail.month)
  on conflict on constraint client_months_client_id_month_key do nothing;
  -- Several servers come here at once, and the first one has it mailed.
  select * into written from public.client_months
  where client_id = client and client_months.month = request_month_mail.month for update;
  if by_itself and (written.requested_at is not null or written.is_left_out) then
    return false;
  end if;
  update public.client_months
  set
    requested_at = clock_timestamp(),
    requested_by = by,
    recipient = clients.email,
    is_left_out = false,
    as_mailed = private.work_of_month(client, written.month) || jsonb_build_object(
      'numbers', private.with_changes(written.numbers, client, written.month),
      'written', jsonb_build_object(
        'words', written.words, 'what_next', written.what_next, 'numbers', written.numbers))
  from public.clients
  where client_months.id = written.id and clients.id = client;
  return true;
end
$$;
revoke execute on function private.request_month_mail from public;

-- Has a month mailed to a client whom the caller may change.
create function public.mail_client_month(client uuid, month date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  recipient text;
begin
  select clients.email into recipient from public.clients
  where clients.id = client and (clients.agency_id = private.my_active_agency_id() or private.is_super_admin());
  if recipient is null then
    raise sqlstate 'PT404' using message = 'This client no longer exists, or you may not mail it.';
  elsif month > private.current_month() then
    raise exception 'This month has not begun yet.' using errcode = '23514';
  elsif not private.can_be_mailed(recipient) then
    raise exception 'This client has no address that mails can reach.' using errcode = '23514';
  elsif exists (
    select from public.client_months
    where client_id = client and client_months.month = mail_client_month.month
      and requested_at > clock_timestamp() - interval '1 minute'
  ) then
    raise sqlstate 'PT409' using message = 'This month was mailed a moment ago.';
  end if;
  perform private.request_month_mail(client, month, private.my_id(), false);
end
$$;
revoke execute on function public.mail_client_month from public, anon;
grant execute on function public.mail_client_month to authenticated, service_role;

-- Whether a client of this status gets its months. Nobody works any more for one that is completed, paused or inactive.
create function private.gets_months(status text) returns boolean
language sql immutable set search_path = ''
return coalesce(status, 'prospect') not in ('completed', 'paused', 'inactive');
revoke execute on function private.gets_months from public;

-- The last months of clients who get them by themselves, from the third to the ninth. A month in which nothing happened is not
-- mailed by itself, and a server that was off for longer leaves the rest to people.
create function private.due_months(today date default (now() at time zone 'UTC')::date)
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
revoke execute on function private.due_months from public;
grant execute on function private.due_months to service_role;

-- Has the due months mailed. Calling it again, or from several servers at once, mails nothing twice.
create function public.request_due_months(today date default (now() at time zone 'UTC')::date) returns void
language sql security definer set search_path = '' as $$
  select private.request_month_mail(due.client, due.month, null, true) from private.due_months(today) as due
$$;
revoke execute on function public.request_due_months from public, anon, authenticated;
grant execute on function public.request_due_months to service_role;

create function public.months_to_mail() returns table (id uuid)
language sql stable set search_path = '' as $$
  select client_months.id from public.client_months
  where requested_at is not null
    and (mailed_at is null or mailed_at < requested_at)
    and (mailing_until is null or mailing_until < now())
  order by requested_at
$$;
revoke execute on function public.months_to_mail from public, anon, authenticated;
grant execute on function public.months_to_mail to service_role;

-- Creates the link of a month's mail and returns its token.
create function public.make_month_link(id uuid) returns text
language sql security definer set search_path = '' as $$
  select made.token
  from public.client_months
  cross join lateral private.add_client_link(
    client_months.client_id, left(to_char(client_months.month, 'FMMonth YYYY') || ' to ' || client_months.recipient, 100), 30,
    client_months.requested_by) as made
  where client_months.id = make_month_link.id
$$;
revoke execute on function public.make_month_link from public, anon, authenticated;
grant execute on function public.make_month_link to service_role;

-- The clients of the caller's agency for whom something happened last month and whose month was neither mailed nor left out.
create function public.months_to_send() returns table (client_id uuid, name text, month date)
language sql stable security definer set search_path = '' as $$
  select clients.id, clients.name, last.month
  from (select (private.current_month() - interval '1 month')::date) as last (month)
  join public.clients on clients.agency_id = (select private.my_agency_id())
  where private.gets_months(clients.prospect_status)
    and clients.id in (
      select projects.client_id from public.project_updates
      join public.projects on projects.id = project_updates.project_id
      where project_updates.agency_id = (select private.my_agency_id()) and project_updates.visibility = 'client'
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
revoke execute on function public.months_to_send from public, anon;
grant execute on function public.months_to_send to authenticated, service_role;

create function private.audit_month() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_mailed constant boolean := new.requested_at is distinct from old.requested_at;
begin
  perform private.audit(
    case when is_mailed then 'month_mailed' else 'month_changed' end, clients.agency_id, clients.id, clients.name,
    jsonb_build_object('title', to_char(new.month, 'FMMonth YYYY')) || case when is_mailed
      then jsonb_build_object('recipient', new.recipient)
      else jsonb_build_object(
        'before', jsonb_build_object('words', old.words, 'next', old.what_next, 'numbers', old.numbers),
        'after', jsonb_build_object('words', new.words, 'next', new.what_next, 'numbers', new.numbers))
    end
  )
  from public.clients where clients.id = new.client_id;
  return null;
end
$$;
revoke execute on function private.audit_month from public;

create trigger audit_mailed
  after update of requested_at on public.client_months for each row
  when (old.requested_at is distinct from new.requested_at)
  execute function private.audit_month();
-- Before it is mailed, what is written about a month is a draft.
create trigger audit_changed
  after update of words, what_next, numbers on public.client_months for each row
  when (
    new.requested_at is not null
    and (old.words, old.what_next, old.numbers) is distinct from (new.words, new.what_next, new.numbers)
  )
  execute function private.audit_month();
