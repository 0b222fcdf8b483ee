-- Devices that show a person's notices while the portal is closed (Web Push, RFC 8030). A device belongs to the session that
-- turned it on, and gets nothing once that session has ended. Nobody reads the table: an endpoint with its keys is all that
-- is needed to show something on the device.
create table private.push_devices (
  id         uuid primary key default gen_random_uuid(),
  user_id    uuid not null references public.user_profiles (id) on delete cascade,
  session_id uuid not null,
  endpoint   text not null unique,
  -- The public key and the secret of the browser, in base64url (RFC 8291).
  p256dh     text not null,
  auth       text not null,
  created_at timestamptz not null default now(),
  -- Only the push services of browsers, so that nobody can have the server call an address of their choice. Chrome, Edge,
  -- Opera and Samsung use Google's, Firefox Mozilla's, Safari Apple's, and Edge on Windows Microsoft's.
  constraint push_devices_endpoint_check check (
    length(endpoint) <= 2000
    and endpoint ~ '^https://((fcm|android)\.googleapis\.com|jmt17\.google\.com|([a-z0-9-]+\.)*push\.services\.mozilla\.com|([a-z0-9-]+\.)*push\.apple\.com|([a-z0-9-]+\.)*notify\.windows\.com)/'
  ),
  constraint push_devices_keys_check check (p256dh ~ '^B[A-Za-z0-9_-]{86}$' and auth ~ '^[A-Za-z0-9_-]{22}$')
);
create index push_devices_user_id_idx on private.push_devices (user_id);
revoke all on private.push_devices from public, anon, authenticated, service_role;

-- Notices that a device is to show. A row goes once the push service has taken it, and with its notice.
create table private.notice_pushes (
  notice_id uuid not null references public.notices (id) on delete cascade,
  device_id uuid not null references private.push_devices (id) on delete cascade,
  attempts  integer not null default 0,
  due_at    timestamptz not null default now(),
  primary key (notice_id, device_id)
);
create index notice_pushes_due_at_idx on private.notice_pushes (due_at);
create index notice_pushes_device_id_idx on private.notice_pushes (device_id);
revoke all on private.notice_pushes from public, anon, authenticated, service_role;

-- Has the caller's notices shown on a device, at most on ten: the oldest gives way. A browser in which somebody else was signed in
-- before is the caller's from now on, and what waits for the other person is not shown there.
create function public.turn_on_push(endpoint text, p256dh text, auth text) returns void
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
revoke execute on function public.turn_on_push from public, anon, service_role;
grant execute on function public.turn_on_push to authenticated;

create function public.turn_off_push(endpoint text) returns void
language sql security definer set search_path = '' as $$
  delete from private.push_devices
  where user_id = private.my_id() and push_devices.endpoint = turn_off_push.endpoint
$$;
revoke execute on function public.turn_off_push from public, anon, service_role;
grant execute on function public.turn_off_push to authenticated;

create function private.push_notice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_bringing_back() then
    insert into private.notice_pushes (notice_id, device_id)
    select new.id, push_devices.id from private.push_devices where user_id = new.user_id;
  end if;
  return null;
end
$$;
revoke execute on function private.push_notice from public;

create trigger push_notice
  after insert on public.notices for each row execute function private.push_notice();

create function public.has_due_pushes() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.notice_pushes where due_at <= now())
$$;
revoke execute on function public.has_due_pushes from public, anon, authenticated;
grant execute on function public.has_due_pushes to service_role;

-- Claims due pushes for two minutes, so that several servers send none twice. What was read meanwhile, what the person may not see
-- any more, and what no push service has taken for six hours, is dropped, and so are devices whose person has signed out there or
-- may not come in any more.
create function public.claim_pushes()
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
revoke execute on function public.claim_pushes from public, anon, authenticated;
grant execute on function public.claim_pushes to service_role;

-- Notes what became of a push: the push service took it, or does not know the device any more. What failed otherwise is tried again.
create function public.settle_push(notice uuid, device uuid, is_gone boolean) returns void
language sql security definer set search_path = '' as $$
  delete from private.notice_pushes where notice_id = notice and device_id = device;
  delete from private.push_devices where is_gone and id = device;
$$;
revoke execute on function public.settle_push from public, anon, authenticated;
grant execute on function public.settle_push to service_role;
