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
create index webhooks_agency_id_idx on public.webhooks (agency_id, created_at);
create index webhooks_created_by_idx on public.webhooks (created_by);
create index webhooks_untold_idx on public.webhooks (paused_at) where paused_because is not null and told_at is null;

alter table public.webhooks enable row level security;
revoke all on public.webhooks from anon, authenticated, service_role;
grant select, insert, update, delete on public.webhooks to service_role;
grant select, delete, update (name, events, is_paused) on public.webhooks to authenticated;

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
create index webhook_deliveries_webhook_id_idx on public.webhook_deliveries (webhook_id, created_at desc);
create index webhook_deliveries_waiting_idx on public.webhook_deliveries (webhook_id, object_id, created_at)
  where next_try_at is not null;
create index webhook_deliveries_due_idx on public.webhook_deliveries (next_try_at) where next_try_at is not null;
create index webhook_deliveries_object_id_idx on public.webhook_deliveries (object_id);
create index webhook_deliveries_client_id_idx on public.webhook_deliveries (client_id);
create index webhook_deliveries_created_at_idx on public.webhook_deliveries (created_at);

alter table public.webhook_deliveries enable row level security;
revoke all on public.webhook_deliveries from anon, authenticated, service_role;
grant select, insert, update, delete on public.webhook_deliveries to service_role;
grant select on public.webhook_deliveries to authenticated;

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
