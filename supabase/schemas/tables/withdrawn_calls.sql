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
  mailing_until timestamptz,
  -- The organizer's address in the invitation, as in calls.
  organizer     text
);
revoke all on private.withdrawn_calls from public, anon, authenticated, service_role;

-- Keeps what the cancellations of the calls need that are about to be deleted with a client, an enquiry or an agency. The call of
-- which nobody was told needs none. A merged client has given its calls to the kept one before.
create function private.withdraw_calls() returns trigger
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

-- Forgets a cancellation that was mailed, or gives back the claim of one that was not.
create function public.settle_withdrawn_call(call uuid, is_mailed boolean) returns void
language sql security definer set search_path = '' as $$
  delete from private.withdrawn_calls where call_id = call and is_mailed;
  update private.withdrawn_calls set mailing_until = null where call_id = call and not is_mailed;
$$;
revoke execute on function public.settle_withdrawn_call from public, anon, authenticated;
grant execute on function public.settle_withdrawn_call to service_role;
