-- sources of enquiries

-- A new token of 256 bits for an address.
create function private.new_token() returns text
language sql volatile set search_path = '' as $$
  -- Each uuid is 122 bits from the system's generator.
  select translate(rtrim(encode(sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  ), 'base64'), '='), '+/', '-_')
$$;

revoke execute on function private.new_token from public;

-- Creates a link with a new token, which is returned to the caller and not stored. `person` is the id of one of the
-- client's people, or that of the client for its main person.
create or replace function private.add_client_link(
  client uuid, name text, days integer, made_by uuid, update_id uuid default null, person uuid default null
)
returns table (id uuid, token text)
language plpgsql security definer set search_path = '' as $$
begin
  token := private.new_token();
  insert into public.client_links as made
    (client_id, name, created_by, expires_at, update_id, person_id, is_main_persons)
  values (
    client, add_client_link.name, made_by, now() + make_interval(days => days), add_client_link.update_id,
    nullif(person, client), coalesce(person = client, false)
  )
  returning made.id into add_client_link.id;
  insert into private.client_link_tokens (link_id, token_hash)
  values (add_client_link.id, sha256(convert_to(token, 'UTF8')));
  return next;
end
$$;

-- Enquiries of one named source within an hour; more are refused.
alter table private.contact_limits add column most_per_source int not null default 300 check (most_per_source >= 0);

-- Named sources that send enquiries to an address of their own, /functions/v1/enquiry-in/{secret}: a landing page, a lead
-- form of an advertisement. Admins of the agency that answers the website manage them; a revoked one stays, because its
-- enquiries name it.
create table public.enquiry_sources (
  id               uuid primary key default gen_random_uuid(),
  name             text not null check (name ~ '\S' and length(name) <= 100),
  created_by       uuid references public.user_profiles (id) on delete set null,
  created_at       timestamptz not null default now(),
  revoked_at       timestamptz,
  -- The last enquiry, the last test, and the last refusal with its reason.
  last_received_at timestamptz,
  last_test_at     timestamptz,
  last_refused_at  timestamptz,
  last_refusal     text check (length(last_refusal) <= 500)
);

alter table public.enquiry_sources enable row level security;

revoke all on public.enquiry_sources from anon, authenticated, service_role;

grant select, insert, update, delete on public.enquiry_sources to service_role;

-- Sources are only created by make_enquiry_source, which generates their secrets.
grant select, update (revoked_at) on public.enquiry_sources to authenticated;

create index enquiry_sources_created_by_idx on public.enquiry_sources (created_by);

-- The hashes of the secret in a source's address, and of the key that Google sends with each lead.
create table private.enquiry_source_secrets (
  source_id       uuid primary key references public.enquiry_sources (id) on delete cascade,
  secret_hash     bytea not null unique check (length(secret_hash) = 32),
  google_key_hash bytea not null check (length(google_key_hash) = 32)
);

revoke all on private.enquiry_source_secrets from public, anon, authenticated, service_role;

-- What a source has sent with an id of its own, by the hash of that id, so that it is one enquiry however often it arrives, and
-- stays so when that enquiry is deleted.
create table private.enquiry_receipts (
  source_id   uuid not null references public.enquiry_sources (id) on delete cascade,
  key_hash    bytea not null check (length(key_hash) = 32),
  received_at timestamptz not null default now(),
  primary key (source_id, key_hash)
);

revoke all on private.enquiry_receipts from public, anon, authenticated, service_role;

create policy "admins of the agency that answers the website read the sources"
  on public.enquiry_sources for select to authenticated
  using ((select private.reads_enquiries()) and (select private.has_role('agency_admin', 'admin', 'super_admin')));

create policy "they revoke them"
  on public.enquiry_sources for update to authenticated
  using ((select private.answers_enquiries()) and (select private.has_role('agency_admin', 'admin', 'super_admin')));

-- A revoked source stays revoked.
create function private.keep_source_revoked() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.revoked_at is not null then
    raise exception 'A source that was revoked cannot be used again. Add a new one.' using errcode = '23514';
  end if;
  return new;
end
$$;

revoke execute on function private.keep_source_revoked from public;

create trigger keep_revoked
  before update of revoked_at on public.enquiry_sources for each row
  execute function private.keep_source_revoked();

create function private.audit_source() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(
    case tg_op when 'INSERT' then 'source_added' else 'source_revoked' end, private.website_agency_id(), new.id, new.name);
  return null;
end
$$;

revoke execute on function private.audit_source from public;

create trigger audit_added
  after insert on public.enquiry_sources for each row execute function private.audit_source();

create trigger audit_revoked
  after update of revoked_at on public.enquiry_sources for each row execute function private.audit_source();

-- Creates a source, and returns the secret of its address and its key for Google once.
create function public.make_enquiry_source(name text) returns table (id uuid, secret text, google_key text)
language plpgsql security definer set search_path = '' as $$
begin
  if not (private.answers_enquiries() and private.has_role('agency_admin', 'admin', 'super_admin')) then
    raise exception 'Only admins of the agency that answers the website add sources.' using errcode = '42501';
  end if;
  secret := private.new_token();
  google_key := private.new_token();
  insert into public.enquiry_sources as made (name, created_by)
  values (btrim(make_enquiry_source.name), private.my_id())
  returning made.id into make_enquiry_source.id;
  insert into private.enquiry_source_secrets (source_id, secret_hash, google_key_hash)
  values (
    make_enquiry_source.id, sha256(convert_to(secret, 'UTF8')), sha256(convert_to(google_key, 'UTF8'))
  );
  return next;
end
$$;

revoke execute on function public.make_enquiry_source from public, anon, service_role;

grant execute on function public.make_enquiry_source to authenticated;

-- How it reached the agency; 'source' stands for the named source.
alter table public.contact_submissions add column came_by text not null default 'website'
    check (came_by in ('website', 'phone', 'visit', 'e-mail', 'recommendation', 'source'));

revoke all on public.contact_submissions from anon, authenticated, service_role;

grant select, insert, update, delete on public.contact_submissions to service_role;

grant insert (name, business_name, email, phone, service, message) on public.contact_submissions to anon, authenticated;

grant insert (came_by) on public.contact_submissions to authenticated;

grant select, delete on public.contact_submissions to authenticated;

grant update (state, client_id) on public.contact_submissions to authenticated;

alter table public.contact_submissions add column source_id uuid references public.enquiry_sources (id);

alter table public.contact_submissions drop constraint contact_submissions_business_name_check;

alter table public.contact_submissions add constraint contact_submissions_business_name_check CHECK ((length(business_name) <= 200));

alter table public.contact_submissions drop constraint contact_submissions_email_check;

alter table public.contact_submissions add constraint contact_submissions_email_check CHECK (((email = ''::text) OR private.is_email(email)));

alter table public.contact_submissions drop constraint contact_submissions_phone_check;

alter table public.contact_submissions add constraint contact_submissions_phone_check CHECK ((length(phone) <= 50));

alter table public.contact_submissions drop constraint contact_submissions_state_check;

alter table public.contact_submissions add constraint contact_submissions_state_check CHECK ((state = ANY (ARRAY['new'::text, 'taken'::text, 'answered'::text, 'client'::text, 'not now'::text, 'spam'::text, 'test'::text])));

alter table public.contact_submissions add constraint contact_submissions_can_be_answered CHECK (
CASE came_by
    WHEN 'website'::text THEN ((business_name ~ '\S'::text) AND (email <> ''::text) AND (phone ~ '\S'::text))
    ELSE ((email <> ''::text) OR (phone ~ '[0-9]'::text))
END);

alter table public.contact_submissions add constraint contact_submissions_names_its_source CHECK (((came_by = 'source'::text) = (source_id IS NOT NULL)));

alter table public.contact_submissions add constraint contact_submissions_tests_come_from_sources CHECK (((state <> 'test'::text) OR (came_by = 'source'::text)));

create index contact_submissions_source_id_idx on public.contact_submissions (source_id, created_at desc);

drop policy "everybody who is signed in sends a message" on public.contact_submissions;

create policy "everybody who is signed in sends a message"
  on public.contact_submissions for insert to authenticated
  with check (came_by = 'website' and (select private.my_id()) is not null);

create policy "staff of the agency that answers the website add what reached them otherwise"
  on public.contact_submissions for insert to authenticated
  with check (
    came_by in ('phone', 'visit', 'e-mail', 'recommendation') and (select private.answers_enquiries())
  );

-- The reasons to suspect these words, which anybody may have sent. A person's name contains no links.
create function private.suspicions_of(name text, words text) returns text[]
language sql stable security definer set search_path = '' as $$
  select case
    when private.count_links(name) > 0 or private.count_links(words) > contact_limits.most_links then '{links}'
    else '{}'
  end::text[]
  from private.contact_limits
$$;

revoke execute on function private.suspicions_of from public;

-- Marks a message with the reasons to suspect it, and refuses a flood.
create or replace function private.weigh_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  limits private.contact_limits;
  from_sender bytea;
  from_address int;
  in_all int;
begin
  select * into strict limits from private.contact_limits;

  -- The honeypot field arrives as a header instead of a column, so the row is the same for everybody.
  if private.request_header('x-contact-trap') is not null then
    new.suspicions := new.suspicions || 'trap'::text;
  end if;
  -- concat_ws is used because the message may be null.
  new.suspicions := new.suspicions
    || private.suspicions_of(new.name, concat_ws(' ', new.business_name, new.phone, new.message));

  -- The server sets this where RATE_LIMITS is off.
  if current_setting('app.settings.rate_limits', true) = 'off' then
    return new;
  end if;

  -- Rows that a concurrent request is deleting are skipped, not waited for.
  delete from private.contact_arrivals where id in (
    select id from private.contact_arrivals
    where arrived_at <= now() - interval '1 hour' order by id for update skip locked
  );
  from_sender := sha256(convert_to(
    limits.salt || host(private.sender_network(private.request_header(limits.address_header))), 'UTF8'));
  insert into private.contact_arrivals (sender) values (from_sender);
  -- No lock is taken: concurrent requests may not see each other, which lets a few more through.
  select count(*), count(*) filter (where sender = from_sender) into in_all, from_address
  from private.contact_arrivals where arrived_at > now() - interval '1 hour';

  if from_address > limits.most_per_address
     or (in_all > limits.most_in_all and from_address > limits.always_per_address) then
    raise sqlstate 'PT429' using
      message = 'Too many messages were sent.',
      hint = 'Please try again in an hour.';
  end if;
  if from_address > limits.suspicious_per_address then
    new.suspicions := new.suspicions || 'address'::text;
  end if;
  if in_all > limits.suspicious_in_all then
    new.suspicions := new.suspicions || 'volume'::text;
  end if;
  return new;
end
$$;

-- Accepts a repeated message within ten minutes without storing it again: it is a second click or a reload.
create or replace function private.skip_repeated_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Callers who may not add such an enquiry are refused by the row policies, whether or not the same one exists.
  if private.is_bringing_back()
     or new.came_by not in ('website', 'source') and auth.role() = 'authenticated' and not private.answers_enquiries() then
    return new;
  end if;
  -- Two simultaneous clicks wait for each other, so that the second sees the first one's row.
  perform pg_advisory_xact_lock(hashtextextended('private.skip_repeated_message', hashtext(new.email)));
  if exists (
    select from public.contact_submissions sent
    where sent.email = new.email
      and sent.created_at > now() - interval '10 minutes'
      and (sent.name, sent.business_name, sent.phone, sent.service, sent.message, sent.came_by, sent.source_id)
          is not distinct from
          (new.name, new.business_name, new.phone, new.service, new.message, new.came_by, new.source_id)
  ) then
    return null;
  end if;
  return new;
end
$$;

drop trigger require_mailable on public.contact_submissions;

create trigger require_mailable
  before insert or update of email on public.contact_submissions for each row
  when (new.email <> '')
  execute function private.require_mailable('email');

drop trigger weigh_message on public.contact_submissions;

-- Triggers run in the order of their names. A message is weighed first, so that a repeat counts towards the limits
-- before it is dropped; otherwise the same message could be sent thousands of times without being refused. Only
-- messages from outside are weighed: what the staff add is not.
create trigger weigh_message
  before insert on public.contact_submissions for each row
  when (current_user in ('anon', 'authenticated') and new.came_by = 'website')
  execute function private.weigh_message();

-- Creates a client of the website's agency from an enquiry, or uses the `existing` one, with the message as its first
-- note. Called again, it returns the same client. A new one is looked after by the person who took the enquiry, as long as
-- they are on the staff of that agency, and contacted on `contact_on`, which the browser gives because only it knows the
-- caller's day.
create or replace function public.make_client_of_enquiry(
  enquiry uuid, existing uuid default null, contact_on date default current_date + 2
) returns uuid
language plpgsql set search_path = '' as $$
declare
  asked public.contact_submissions;
  made uuid := existing;
  agency constant uuid := private.website_agency_id();
begin
  select * into asked from public.contact_submissions where id = enquiry for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This enquiry no longer exists, or you may not change it.';
  end if;
  if asked.client_id is not null then
    return asked.client_id;
  end if;
  if made is null and asked.email = '' then
    raise exception 'A client needs an email address, and this enquiry has none.' using errcode = '23514';
  elsif made is null then
    insert into public.clients
      (agency_id, name, company_name, email, phone, prospect_status, looked_after_by, next_contact_on)
    values (
      agency, asked.name, nullif(asked.business_name, ''), asked.email, nullif(asked.phone, ''), 'prospect',
      (
        select person from unnest(array[asked.taken_by, private.my_id()]) with ordinality as known (person, place)
        where private.is_staff_of(person, agency) order by place limit 1
      ),
      contact_on
    )
    returning id into made;
  end if;
  insert into public.client_notes (client_id, note_text, note_category)
  values (
    made,
    coalesce(
      nullif(btrim(asked.message), ''),
      case asked.came_by when 'website' then 'Asked by the website, without a message.' else 'Asked without a message.' end
    ),
    'general'
  );
  update public.contact_submissions set state = 'client', client_id = made where id = enquiry;
  return made;
end
$$;

-- The figures of the last days, today included, that the caller may read: a row for each day, page, service and plan,
-- and one with the day of the first count (`since`). Enquiries of the website are counted by their date and topic, without
-- those set aside and spam.
create or replace function public.visit_figures(days integer)
returns table (about text, name text, visits integer, views integer, calls integer, enquiries integer)
language sql stable set search_path = '' as $$
  with span as (
    select today - least(greatest(days, 1), 366) + 1 as first, today
    from (select (now() at time zone 'UTC')::date as today) as now
  ),
  everything as (
    select day, page, service, plan, visits, views, calls, 0 as enquiries
    from public.page_counts, span where day between first and today
    union all
    select (created_at at time zone 'UTC')::date, '', service, '', 0, 0, 0, 1
    from public.contact_submissions, span
    where created_at >= first::timestamp at time zone 'UTC' and came_by = 'website'
      and not is_set_aside and state <> 'spam'
    union all
    select generate_series(first, today, interval '1 day')::date, '', '', '', 0, 0, 0, 0 from span
  ),
  named as (
    select about, name, visits, views, calls, enquiries
    from everything,
      lateral (values ('day', day::text), ('page', page), ('service', service), ('plan', plan)) as told (about, name)
    where name <> ''
  )
  select 'since', (select min(day)::text from public.page_counts), 0, 0, 0, 0
  union all
  select about, name, sum(visits)::integer, sum(views)::integer, sum(calls)::integer, sum(enquiries)::integer
  from named group by about, name
  order by 1, 2
$$;

-- How named sources send enquiries. Only the function enquiry-in calls these, with the hash of the secret in the address.
-- The source of an address, and the hash of its key for Google; no row for a revoked one, as for an unknown one.
create function public.open_enquiry_source(secret_hash text) returns table (id uuid, google_key_hash text)
language sql stable security definer set search_path = '' as $$
  select sources.id, encode(secrets.google_key_hash, 'hex')
  from private.enquiry_source_secrets as secrets
  join public.enquiry_sources as sources on sources.id = secrets.source_id
  where secrets.secret_hash = decode(open_enquiry_source.secret_hash, 'hex') and sources.revoked_at is null
$$;

revoke execute on function public.open_enquiry_source from public, anon, authenticated;

grant execute on function public.open_enquiry_source to service_role;

-- Stores what a source sends: `fields` are the six of the contact form, and `lines` what else it sent, which becomes the end of
-- the message. `key_hash` is that of the sender's own id for it. Returns 'stored' or 'test' with the new enquiry, 'repeated'
-- if it is known already, 'too many', or 'revoked'.
create function public.take_enquiry(
  source uuid, fields jsonb, lines text default null, key_hash text default null, is_test boolean default false
) returns table (outcome text, enquiry uuid)
language plpgsql security definer set search_path = '' as $$
declare
  key constant bytea := decode(take_enquiry.key_hash, 'hex');
  sent constant public.contact_submissions := jsonb_populate_record(null::public.contact_submissions, fields);
begin
  -- What one source sends at once waits here, so that nothing is stored twice and its limit is exact.
  perform from public.enquiry_sources where id = source and revoked_at is null for no key update;
  if not found then
    outcome := 'revoked';
  elsif exists (
    select from private.enquiry_receipts as known where known.source_id = source and known.key_hash = key
  ) then
    outcome := 'repeated';
  elsif private.has_source_sent_too_many(source) then
    outcome := 'too many';
  else
    -- Nobody waits for the sender of a test, and no mail tells of it.
    insert into public.contact_submissions
      (name, business_name, email, phone, service, message, came_by, source_id, suspicions, state, notified_at)
    values (
      sent.name, sent.business_name, sent.email, sent.phone, sent.service,
      nullif(concat_ws(E'\n\n', nullif(sent.message, ''), nullif(lines, '')), ''), 'source', source,
      private.suspicions_of(sent.name, concat_ws(' ', sent.business_name, sent.phone, sent.message)),
      case when is_test then 'test' else 'new' end, case when is_test then now() end
    )
    returning id into enquiry;
    outcome := case when enquiry is null then 'repeated' when is_test then 'test' else 'stored' end;
    if key is not null then
      insert into private.enquiry_receipts (source_id, key_hash) values (source, key);
    end if;
    update public.enquiry_sources
    set last_received_at = case when is_test then last_received_at else now() end,
        last_test_at = case when is_test then now() else last_test_at end
    where id = source;
  end if;
  return next;
end
$$;

revoke execute on function public.take_enquiry from public, anon, authenticated;

grant execute on function public.take_enquiry to service_role;

create function private.has_source_sent_too_many(source uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select current_setting('app.settings.rate_limits', true) is distinct from 'off' and (
    select count(*) from public.contact_submissions
    where source_id = source and created_at > now() - interval '1 hour'
  ) >= (select most_per_source from private.contact_limits)
$$;

revoke execute on function private.has_source_sent_too_many from public;

-- Records why something that a source sent was refused, for the people who set it up.
create function public.note_source_refusal(source uuid, reason text) returns void
language sql security definer set search_path = '' as $$
  update public.enquiry_sources set last_refused_at = now(), last_refusal = left(reason, 500) where id = source;
$$;

revoke execute on function public.note_source_refusal from public, anon, authenticated;

grant execute on function public.note_source_refusal to service_role;

-- The ways by which enquiries came, with their number, for people who may read enquiries: each that is no named source, and
-- each source, of which only the name is given. What is set aside is not counted.
create function public.enquiry_origins() returns table (came_by text, source uuid, name text, is_revoked boolean, enquiries integer)
language sql stable security definer set search_path = '' as $$
  select ways.came_by, sources.id, sources.name, sources.revoked_at is not null, coalesce(counts.enquiries, 0)::integer
  from unnest(array['website', 'phone', 'visit', 'e-mail', 'recommendation', 'source']) with ordinality
    as ways (came_by, place)
  left join public.enquiry_sources as sources on ways.came_by = 'source'
  left join (
    select contact_submissions.came_by, source_id, count(*) as enquiries
    from public.contact_submissions where not is_set_aside group by 1, 2
  ) as counts on counts.came_by = ways.came_by and counts.source_id is not distinct from sources.id
  where (select private.reads_enquiries()) and (ways.came_by <> 'source' or sources.id is not null)
  order by ways.place, sources.created_at
$$;

revoke execute on function public.enquiry_origins from public, anon;

grant execute on function public.enquiry_origins to authenticated, service_role;

alter table public.audit_events drop constraint audit_events_kind_check;

alter table public.audit_events add constraint audit_events_kind_check CHECK ((kind = ANY (ARRAY['signed_in'::text, 'sign_in_failed'::text, 'password_changed'::text, 'second_step_removed'::text, 'address_changed'::text, 'created'::text, 'invited'::text, 'invitation_revoked'::text, 'password_reset'::text, 'deactivated'::text, 'reactivated'::text, 'account_deleted'::text, 'role_given'::text, 'role_taken'::text, 'joined_agency'::text, 'left_agency'::text, 'agency_added'::text, 'agency_changed'::text, 'agency_deleted'::text, 'plan_changed'::text, 'main_person_changed'::text, 'client_asked'::text, 'request_closed'::text, 'month_mailed'::text, 'month_changed'::text, 'client_deleted'::text, 'person_deleted'::text, 'project_deleted'::text, 'step_deleted'::text, 'note_deleted'::text, 'update_deleted'::text, 'enquiry_deleted'::text, 'brought_back'::text, 'source_added'::text, 'source_revoked'::text, 'clients_merged'::text, 'merge_undone'::text, 'vault_copied'::text, 'vault_viewed'::text, 'vault_taken_over'::text, 'secret_asked'::text, 'secret_sent'::text, 'secret_opened'::text, 'secret_withdrawn'::text, 'exported'::text, 'erased'::text])));

-- The recipients of mails about enquiries: the agency that owns the website; without an address of its own, the
-- installation's CONTACT_EMAIL (`configured`); otherwise the super admins. Nobody is told at an address that no mail server
-- knows, such as that of the first administrator before it was changed: an enquiry then waits for its mail. Without a mail
-- server each mail becomes a file, whatever its address is.
create or replace function public.enquiry_recipients(configured text default null) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  become_files boolean := false;
begin
  -- Hosted Supabase has no such table, and a mail service.
  if to_regclass('mail.transport') is not null then
    become_files := not exists (select from mail.transport where host is not null);
  end if;
  return coalesce(
    (select array[email] from public.agencies where answers_website and email is not null),
    (select array_agg(btrim(address)) from regexp_split_to_table(nullif(btrim(configured), ''), ',') as address),
    (select array_agg(users.email::text order by users.email)
     from auth.users join public.user_roles on user_roles.user_id = users.id
     where user_roles.role = 'super_admin' and users.email is not null
       and (users.banned_until is null or users.banned_until <= now())
       -- Addresses at .invalid (RFC 2606) belong to trial accounts and receive nothing; .local and .localhost are names of a
       -- local network and of a machine (RFC 6762, RFC 6761).
       and users.email !~* case when become_files then '[@.]invalid$' else '[@.](invalid|local|localhost)$' end),
    '{}'
  );
end
$$;
