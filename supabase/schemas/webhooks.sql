-- Adding, trying and delivering webhooks. Who may do so is decided here for what the function `webhooks` does with the service
-- key, and by the row policies (tables/webhooks.sql) for the rest.

-- Adds a webhook, or changes one, for a person who administers its agency. The secret of a new one is returned once. The function
-- has checked where the address leads.
create function public.save_webhook(
  person uuid, agency uuid, name text, url text, events text[], webhook uuid default null
)
returns table (id uuid, secret text)
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.user_roles
    where user_roles.user_id = person
      and (
        user_roles.role = 'super_admin'
        or user_roles.role in ('agency_admin', 'admin') and exists (
          select from public.user_profiles join public.agencies on agencies.id = user_profiles.agency_id
          where user_profiles.id = person and agencies.id = agency and agencies.is_active
        )
      )
  ) then
    raise exception 'Only admins of this agency may do this.' using errcode = '42501';
  end if;
  if webhook is null then
    perform from public.agencies where agencies.id = agency for no key update;
    if (select count(*) from public.webhooks where webhooks.agency_id = agency) >= 10 then
      raise exception 'An agency can have ten webhooks.' using errcode = '23514';
    end if;
    id := gen_random_uuid();
    perform public.act_for(person, id::text);
    insert into public.webhooks (id, agency_id, name, url, events, created_by)
    values (save_webhook.id, agency, save_webhook.name, save_webhook.url, save_webhook.events, person);
    secret := (select webhook_secrets.secret from private.webhook_secrets where webhook_id = save_webhook.id);
  else
    perform public.act_for(person, webhook::text);
    update public.webhooks set name = save_webhook.name, url = save_webhook.url, events = save_webhook.events
    where webhooks.id = webhook and webhooks.agency_id = agency
    returning webhooks.id into save_webhook.id;
    if not found then
      raise sqlstate 'PT404' using message = 'This webhook no longer exists.';
    end if;
  end if;
  return next;
end
$$;
revoke execute on function public.save_webhook from public, anon, authenticated;
grant execute on function public.save_webhook to service_role;

-- Whether the caller may change the webhooks of the agency.
create function private.may_change_webhooks(agency uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_super_admin()
    or agency = private.my_active_agency_id() and private.has_role('agency_admin', 'admin');
end
$$;
revoke execute on function private.may_change_webhooks from public;

-- Adds a test event, which is tried once, also while the webhook is paused.
create function public.test_webhook(webhook uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  test uuid := gen_random_uuid();
begin
  insert into public.webhook_deliveries (id, webhook_id, type, object_id, data)
  select test, webhooks.id, 'test', test, jsonb_build_object('webhook_id', webhooks.id, 'name', webhooks.name)
  from public.webhooks
  where webhooks.id = webhook and private.may_change_webhooks(webhooks.agency_id);
  if not found then
    raise sqlstate 'PT404' using message = 'This webhook no longer exists, or you may not change it.';
  end if;
  return test;
end
$$;
revoke execute on function public.test_webhook from public, anon, service_role;
grant execute on function public.test_webhook to authenticated;

-- Makes an event be tried now. One that was delivered is delivered again, with the same id.
create function public.send_webhook_again(delivery uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.webhook_deliveries
  set next_try_at = now(), delivered_at = null, first_tried_at = null, attempts = 0
  from public.webhooks
  where webhook_deliveries.id = delivery and webhooks.id = webhook_deliveries.webhook_id
    and private.may_change_webhooks(webhooks.agency_id);
  if not found then
    raise sqlstate 'PT404' using message = 'This event no longer exists, or you may not send it.';
  end if;
end
$$;
revoke execute on function public.send_webhook_again from public, anon, service_role;
grant execute on function public.send_webhook_again to authenticated;

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
create function public.due_webhooks() returns table (webhook uuid)
language sql stable set search_path = '' as $$
  select webhook_id from private.due_deliveries group by webhook_id order by min(next_try_at)
$$;
revoke execute on function public.due_webhooks from public, anon, authenticated;
grant execute on function public.due_webhooks to service_role;

-- Webhooks that the server has paused and of which the agency has not been told, with the addresses of its admins, or else its own.
create function public.paused_webhooks_to_tell()
returns table (webhook uuid, name text, url text, paused_because text, paused_at timestamptz, recipients text[])
language sql stable security definer set search_path = '' as $$
  select
    webhooks.id, webhooks.name, webhooks.url, webhooks.paused_because, webhooks.paused_at,
    coalesce(
      (
        select array_agg(distinct users.email::text)
        from public.user_profiles
        join public.user_roles on user_roles.user_id = user_profiles.id
        join auth.users on users.id = user_profiles.id
        where user_profiles.agency_id = agencies.id
          and user_profiles.deactivated_at is null
          and user_roles.role in ('agency_admin', 'admin')
          and users.email is not null
          -- Addresses at .invalid (RFC 2606) belong to trial accounts and receive nothing.
          and users.email not like '%.invalid'
      ),
      array_remove(array[agencies.email], null)
    )
  from public.webhooks join public.agencies on agencies.id = webhooks.agency_id
  where webhooks.paused_because is not null and webhooks.told_at is null
$$;
revoke execute on function public.paused_webhooks_to_tell from public, anon, authenticated;
grant execute on function public.paused_webhooks_to_tell to service_role;

-- Whether the function `webhooks` has something to do.
create function public.has_due_webhooks() returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.due_webhooks())
    or exists (select from public.webhooks where paused_because is not null and told_at is null)
    or exists (select from public.webhook_deliveries where created_at < now() - interval '30 days')
$$;
revoke execute on function public.has_due_webhooks from public, anon, authenticated;
grant execute on function public.has_due_webhooks to service_role;

create function public.forget_old_deliveries() returns void
language sql set search_path = '' as $$
  delete from public.webhook_deliveries where created_at < now() - interval '30 days'
$$;
revoke execute on function public.forget_old_deliveries from public, anon, authenticated;
grant execute on function public.forget_old_deliveries to service_role;

-- Claims the next event of a webhook. One process delivers for a webhook at a time. Those that were tried less often come first,
-- since each failure silences the receiver for a minute, and events that it always rejects would leave no time for others.
create function public.claim_webhook_delivery(webhook uuid)
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
revoke execute on function public.claim_webhook_delivery from public, anon, authenticated;
grant execute on function public.claim_webhook_delivery to service_role;

-- Notes the answer of a receiver: a few words, and the HTTP status unless there was none. An event that was not accepted is
-- tried again after 1, 5 and 30 minutes and then every hour. After three days of that it is given up if the webhook accepted
-- another one meanwhile; otherwise, or where the receiver says that it is gone (410), the webhook is paused. A test is tried once.
create function public.settle_webhook_delivery(delivery uuid, answer text, status integer default null) returns void
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
revoke execute on function public.settle_webhook_delivery from public, anon, authenticated;
grant execute on function public.settle_webhook_delivery to service_role;

-- Records added, changed and deleted webhooks. The server is the actor where it paused one.
create function private.audit_webhook() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  said jsonb := '{}';
begin
  -- Webhooks of a deleted agency are deleted with it and not recorded.
  if private.is_bringing_back()
    or tg_op = 'DELETE' and not exists (select from public.agencies where id = old.agency_id) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    said := jsonb_build_object('after', jsonb_build_object('url', new.url, 'events', new.events));
  elsif tg_op = 'UPDATE' then
    select jsonb_build_object('before', jsonb_object_agg(key, to_jsonb(old) -> key), 'after', jsonb_object_agg(key, value))
    into said
    from jsonb_each(to_jsonb(new))
    where key in ('name', 'url', 'events', 'is_paused', 'paused_because') and value is distinct from to_jsonb(old) -> key;
  end if;
  perform private.audit(
    case tg_op when 'INSERT' then 'webhook_added' when 'UPDATE' then 'webhook_changed' else 'webhook_deleted' end,
    coalesce(new.agency_id, old.agency_id), coalesce(new.id, old.id), coalesce(new.name, old.name), said,
    case when tg_op = 'UPDATE' and new.paused_because is not null and old.paused_because is null then 'server' end
  );
  return null;
end
$$;
revoke execute on function private.audit_webhook from public;

create trigger audit_added
  after insert or delete on public.webhooks for each row execute function private.audit_webhook();
create trigger audit_changed
  after update on public.webhooks for each row
  when ((old.name, old.url, old.events, old.is_paused) is distinct from (new.name, new.url, new.events, new.is_paused))
  execute function private.audit_webhook();
