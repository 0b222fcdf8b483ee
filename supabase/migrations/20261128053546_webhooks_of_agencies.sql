-- Webhooks of agencies

alter table public.audit_events drop constraint audit_events_kind_check;

alter table public.audit_events add constraint audit_events_kind_check CHECK ((kind = ANY (ARRAY['signed_in'::text, 'sign_in_failed'::text, 'password_changed'::text, 'second_step_removed'::text, 'address_changed'::text, 'created'::text, 'invited'::text, 'invitation_revoked'::text, 'password_reset'::text, 'deactivated'::text, 'reactivated'::text, 'account_deleted'::text, 'role_given'::text, 'role_taken'::text, 'joined_agency'::text, 'left_agency'::text, 'agency_added'::text, 'agency_changed'::text, 'agency_deleted'::text, 'plan_changed'::text, 'main_person_changed'::text, 'client_asked'::text, 'request_closed'::text, 'month_mailed'::text, 'month_changed'::text, 'client_deleted'::text, 'person_deleted'::text, 'project_deleted'::text, 'step_deleted'::text, 'note_deleted'::text, 'update_deleted'::text, 'enquiry_deleted'::text, 'brought_back'::text, 'source_added'::text, 'source_revoked'::text, 'clients_merged'::text, 'merge_undone'::text, 'vault_copied'::text, 'vault_viewed'::text, 'vault_taken_over'::text, 'secret_asked'::text, 'secret_sent'::text, 'secret_opened'::text, 'secret_withdrawn'::text, 'exported'::text, 'erased'::text, 'webhook_added'::text, 'webhook_changed'::text, 'webhook_deleted'::text])));

-- Webhooks: the addresses of other programs that an agency tells what happens. The function `webhooks` adds them, because it
-- first checks where an address leads, and delivers the events.
create table public.webhooks (
  id             uuid primary key default gen_random_uuid(),
  agency_id      uuid not null references public.agencies (id) on delete cascade,
  name           text not null check (name ~ '\S' and length(name) <= 100),
  url            text not null check (url ~ '^https?://[^\s/@]+/\S*$' and length(url) <= 2048),
  events         text[] not null check (
    cardinality(events) > 0
    and events <@ array['enquiry.created', 'client.added', 'update.published', 'client.answered', 'step.done']
  ),
  is_paused      boolean not null default false,
  -- Why the server has paused it: the receiver said that it is gone, or failed for three days. Null if a person did.
  paused_because text check (paused_because in ('gone', 'failing')),
  paused_at      timestamptz,
  -- When the agency's admins were mailed that the server has paused it.
  told_at        timestamptz,
  -- The end of the pause after a failed attempt, which keeps a receiver that is down from being asked for every event.
  quiet_until    timestamptz,
  created_by     uuid references public.user_profiles (id) on delete set null,
  created_at     timestamptz not null default now()
);

alter table public.webhooks enable row level security;

revoke all on public.webhooks from anon, authenticated, service_role;

grant select, insert, update, delete on public.webhooks to service_role;

grant select, delete, update (name, events, is_paused) on public.webhooks to authenticated;

create index webhooks_agency_id_idx on public.webhooks (agency_id, created_at);

create index webhooks_created_by_idx on public.webhooks (created_by);

create index webhooks_untold_idx on public.webhooks (paused_at) where paused_because is not null and told_at is null;

create policy "admins read their agency's webhooks, super admins all"
  on public.webhooks for select to authenticated
  using (
    (agency_id = (select private.my_agency_id()) and (select private.has_role('agency_admin', 'admin')))
    or (select private.is_super_admin())
  );

create policy "admins change their agency's webhooks, super admins all"
  on public.webhooks for update to authenticated
  using (
    (agency_id = (select private.my_active_agency_id()) and (select private.has_role('agency_admin', 'admin')))
    or (select private.is_super_admin())
  );

create policy "admins delete their agency's webhooks, super admins all"
  on public.webhooks for delete to authenticated
  using (
    (agency_id = (select private.my_active_agency_id()) and (select private.has_role('agency_admin', 'admin')))
    or (select private.is_super_admin())
  );

-- The secrets that sign the deliveries, in a schema that the API does not expose.
create table private.webhook_secrets (
  webhook_id uuid primary key references public.webhooks (id) on delete cascade,
  secret     text not null default 'whsec_' || encode(extensions.gen_random_bytes(32), 'base64')
);

revoke all on private.webhook_secrets from public, anon, authenticated, service_role;

create function private.make_webhook_secret() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A restored webhook gets its earlier secret back.
  if not private.is_bringing_back() then
    insert into private.webhook_secrets (webhook_id) values (new.id);
  end if;
  return null;
end
$$;

revoke execute on function private.make_webhook_secret from public;

create trigger make_secret
  after insert on public.webhooks for each row execute function private.make_webhook_secret();

-- The events to deliver, each with the last answer of its receiver. Triggers add them in the transaction of what happened, and
-- they are kept for thirty days.
create table public.webhook_deliveries (
  id             uuid primary key default gen_random_uuid(),
  webhook_id     uuid not null references public.webhooks (id) on delete cascade,
  type           text not null check (
    type in ('enquiry.created', 'client.added', 'update.published', 'client.answered', 'step.done', 'test')
  ),
  -- What the event is about: the events of one object are delivered one after the other.
  object_id      uuid not null,
  -- The client that the event is about. There is no foreign key, since a trigger deletes what is about a deleted client.
  client_id      uuid,
  data           jsonb not null,
  -- The clock's time, which tells apart what happens in one transaction.
  created_at     timestamptz not null default clock_timestamp(),
  attempts       integer not null default 0,
  first_tried_at timestamptz,
  -- The time of the next attempt; null once there are no more.
  next_try_at    timestamptz default now(),
  -- The end of a claim to deliver it; after that another process may take it over.
  claimed_until  timestamptz,
  delivered_at   timestamptz,
  last_tried_at  timestamptz,
  last_status    integer,
  -- The beginning of the receiver's answer, or why there was none.
  last_answer    text check (length(last_answer) <= 500)
);

alter table public.webhook_deliveries enable row level security;

revoke all on public.webhook_deliveries from anon, authenticated, service_role;

grant select, insert, update, delete on public.webhook_deliveries to service_role;

grant select on public.webhook_deliveries to authenticated;

create index webhook_deliveries_webhook_id_idx on public.webhook_deliveries (webhook_id, created_at desc);

create index webhook_deliveries_waiting_idx on public.webhook_deliveries (webhook_id, object_id, created_at)
  where next_try_at is not null;

create index webhook_deliveries_due_idx on public.webhook_deliveries (next_try_at) where next_try_at is not null;

create index webhook_deliveries_object_id_idx on public.webhook_deliveries (object_id);

create index webhook_deliveries_client_id_idx on public.webhook_deliveries (client_id);

create index webhook_deliveries_created_at_idx on public.webhook_deliveries (created_at);

create policy "people who see a webhook read what it delivered"
  on public.webhook_deliveries for select to authenticated
  using (exists (select from public.webhooks where webhooks.id = webhook_deliveries.webhook_id));

-- A webhook that is paused or goes on. One that goes on tries at once what has waited, for three more days.
create function private.turn_webhook() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.quiet_until := null;
  new.told_at := null;
  if new.is_paused then
    new.paused_at := now();
  else
    new.paused_at := null;
    new.paused_because := null;
    update public.webhook_deliveries set next_try_at = now(), first_tried_at = null
    where webhook_id = new.id and next_try_at is not null;
  end if;
  return new;
end
$$;

revoke execute on function private.turn_webhook from public;

create trigger turn
  before update of is_paused on public.webhooks for each row
  when (old.is_paused <> new.is_paused)
  execute function private.turn_webhook();

-- The events that webhooks deliver. Triggers add them in the transaction of what happened, so that none is lost and none is told
-- of something that was rolled back. What they say is what every member of the agency's staff may read, without internal notes.
-- Adds an event for each of the agency's webhooks that wants it. What happens while a webhook is paused is not added.
create function private.tell_webhooks(agency uuid, type text, object uuid, client uuid, data jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.webhook_deliveries (webhook_id, type, object_id, client_id, data)
  select webhooks.id, tell_webhooks.type, object, client, tell_webhooks.data
  from public.webhooks
  where webhooks.agency_id = agency and not webhooks.is_paused and tell_webhooks.type = any (webhooks.events)
$$;

revoke execute on function private.tell_webhooks from public;

-- An enquiry that is set aside as suspicious counts as new once somebody has said that it is none.
create function private.tell_webhooks_of_enquiry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_bringing_back() then
    perform private.tell_webhooks(
      private.website_agency_id(), 'enquiry.created', new.id, null,
      jsonb_build_object(
        'id', new.id, 'name', new.name, 'business_name', new.business_name, 'email', new.email, 'phone', new.phone,
        'service', new.service, 'message', new.message, 'created_at', new.created_at)
    );
  end if;
  return null;
end
$$;

revoke execute on function private.tell_webhooks_of_enquiry from public;

create trigger tell_webhooks
  after insert on public.contact_submissions for each row
  when (not new.is_set_aside)
  execute function private.tell_webhooks_of_enquiry();

create trigger tell_webhooks_later
  after update of state on public.contact_submissions for each row
  when (old.is_set_aside and not new.is_set_aside and new.state <> 'spam')
  execute function private.tell_webhooks_of_enquiry();

create function private.tell_webhooks_of_client() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_bringing_back() then
    perform private.tell_webhooks(
      new.agency_id, 'client.added', new.id, new.id,
      jsonb_build_object(
        'id', new.id, 'name', new.name, 'company_name', new.company_name, 'email', new.email, 'phone', new.phone,
        'prospect_status', new.prospect_status, 'created_at', new.created_at)
    );
  end if;
  return null;
end
$$;

revoke execute on function private.tell_webhooks_of_client from public;

create trigger tell_webhooks
  after insert on public.clients for each row execute function private.tell_webhooks_of_client();

-- What events say about the project of an update or a step, and whose it is.
create function private.place_of_event(project uuid, out agency uuid, out client uuid, out data jsonb)
language sql stable security definer set search_path = '' as $$
  select
    projects.agency_id, clients.id,
    jsonb_build_object(
      'project_id', projects.id, 'project_name', projects.name, 'client_id', clients.id, 'client_name', clients.name)
  from public.projects join public.clients on clients.id = projects.client_id
  where projects.id = project
$$;

revoke execute on function private.place_of_event from public;

-- An update is published when the client can see it; one for the agency alone is not.
create function private.tell_webhooks_of_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place record;
begin
  if not private.is_bringing_back() then
    select * into place from private.place_of_event(new.project_id);
    perform private.tell_webhooks(
      place.agency, 'update.published', new.id, place.client,
      jsonb_build_object(
        'id', new.id, 'title', new.title, 'update_type', new.update_type, 'answer_by', new.answer_by,
        'shown_at', new.shown_at) || place.data
    );
  end if;
  return null;
end
$$;

revoke execute on function private.tell_webhooks_of_update from public;

create trigger tell_webhooks
  after insert on public.project_updates for each row
  when (new.shown_at is not null)
  execute function private.tell_webhooks_of_update();

create trigger tell_webhooks_later
  after update on public.project_updates for each row
  when (old.shown_at is null and new.shown_at is not null)
  execute function private.tell_webhooks_of_update();

-- A client answers an update on their page, or writes a mail, which is told without its text. It is about the update, so that it
-- is delivered after it.
create function private.tell_webhooks_of_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  answered public.project_updates;
  place record;
begin
  if private.is_bringing_back() then
    return null;
  end if;
  select * into answered from public.project_updates where id = new.update_id;
  select * into place from private.place_of_event(answered.project_id);
  perform private.tell_webhooks(
    place.agency, 'client.answered', answered.id, place.client,
    jsonb_build_object(
      'id', new.id, 'update_id', answered.id, 'update_title', answered.title, 'created_at', new.created_at
    )
    || case
      when tg_table_name = 'update_answers' then
        jsonb_build_object('answer', to_jsonb(new) -> 'answer', 'comment', to_jsonb(new) -> 'comment', 'name', to_jsonb(new) -> 'name')
      else jsonb_build_object('answer', 'mail', 'comment', null, 'name', to_jsonb(new) -> 'sender_name')
    end
    || place.data
  );
  return null;
end
$$;

revoke execute on function private.tell_webhooks_of_answer from public;

create trigger tell_webhooks
  after insert on public.update_answers for each row execute function private.tell_webhooks_of_answer();

create trigger tell_webhooks
  after insert on public.client_notes for each row
  when (new.is_confirmed and new.update_id is not null)
  execute function private.tell_webhooks_of_answer();

create function private.tell_webhooks_of_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place record;
begin
  if not private.is_bringing_back() then
    select * into place from private.place_of_event(new.project_id);
    perform private.tell_webhooks(
      place.agency, 'step.done', new.id, place.client,
      jsonb_build_object('id', new.id, 'title', new.title, 'due_on', new.due_on, 'done_at', new.done_at) || place.data
    );
  end if;
  return null;
end
$$;

revoke execute on function private.tell_webhooks_of_step from public;

create trigger tell_webhooks
  after insert on public.project_steps for each row
  when (new.is_done)
  execute function private.tell_webhooks_of_step();

create trigger tell_webhooks_later
  after update of is_done on public.project_steps for each row
  when (new.is_done and not old.is_done)
  execute function private.tell_webhooks_of_step();

-- Events about a deleted client or enquiry are deleted with it, so that its personal data does not remain in them.
create function private.forget_events() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.webhook_deliveries where client_id = old.id or object_id = old.id;
  return null;
end
$$;

revoke execute on function private.forget_events from public;

create trigger forget_events
  after delete on public.clients for each row execute function private.forget_events();

create trigger forget_events
  after delete on public.contact_submissions for each row execute function private.forget_events();

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

-- Webhooks with something to deliver, those that have waited longest first.
create function public.due_webhooks() returns table (webhook uuid)
language sql stable set search_path = '' as $$
  select waiting.webhook_id
  from public.webhook_deliveries as waiting join public.webhooks on webhooks.id = waiting.webhook_id
  where waiting.next_try_at <= now()
    and (waiting.claimed_until is null or waiting.claimed_until <= now())
    and (
      waiting.type = 'test'
      or not webhooks.is_paused and (webhooks.quiet_until is null or webhooks.quiet_until <= now())
    )
  group by waiting.webhook_id
  order by min(waiting.next_try_at)
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

-- Claims the next event of a webhook. One process delivers for a webhook at a time, and an event waits until the earlier ones of
-- its object are delivered.
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
    select waiting.id
    from public.webhook_deliveries as waiting
    where waiting.webhook_id = webhook
      and waiting.next_try_at <= now()
      and (
        waiting.type = 'test'
        or not receiver.is_paused and (receiver.quiet_until is null or receiver.quiet_until <= now())
      )
      and not exists (
        select from public.webhook_deliveries as earlier
        where earlier.webhook_id = webhook and earlier.object_id = waiting.object_id
          and earlier.next_try_at is not null
          and (earlier.created_at, earlier.id) < (waiting.created_at, waiting.id)
      )
    order by waiting.created_at, waiting.id
    limit 1
  )
  returning claimed.id, receiver.url, webhook_secrets.secret, claimed.type, claimed.data, claimed.created_at;
end
$$;

revoke execute on function public.claim_webhook_delivery from public, anon, authenticated;

grant execute on function public.claim_webhook_delivery to service_role;

-- Notes the answer of a receiver: a few words, and the HTTP status unless there was none. An event that was not accepted is
-- tried again after 1, 5 and 30 minutes and then every hour. After three days of that, or where the receiver says that it is gone
-- (410), the webhook is paused. A test is tried once.
create function public.settle_webhook_delivery(delivery uuid, answer text, status integer default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_delivered constant boolean := coalesce(status between 200 and 299, false);
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
  if is_delivered then
    update public.webhooks set quiet_until = null where id = tried.webhook_id and quiet_until is not null;
  elsif status = 410 or tried.first_tried_at <= now() - interval '3 days' then
    update public.webhooks
    set is_paused = true, paused_because = case status when 410 then 'gone' else 'failing' end
    where id = tried.webhook_id and not is_paused;
  else
    update public.webhooks set quiet_until = now() + interval '1 minute' where id = tried.webhook_id;
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
