-- Messages from the contact form: enquiries. Anybody may send one; the staff of the agency that answers the website read
-- and handle them, each by one of them.
create table public.contact_submissions (
  id            uuid primary key default gen_random_uuid(),
  name          text not null check (name ~ '\S' and length(name) <= 200),
  business_name text not null check (business_name ~ '\S' and length(business_name) <= 200),
  email         text not null check (private.is_email(email)),
  phone         text not null check (phone ~ '\S' and length(phone) <= 50),
  service       text not null check (service in ('website', 'marketing', 'ai', 'design', 'other')),
  message       text check (length(message) <= 5000),
  created_at    timestamptz not null default now(),
  -- When the agency was told by mail, so that it is told once.
  notified_at   timestamptz,
  -- What speaks against a message; empty for an ordinary one. Set by the database, readable by super admins.
  suspicions    text[] not null default '{}' check (suspicions <@ array['trap', 'links', 'address', 'volume']),
  state text not null default 'new'
    check (state in ('new', 'taken', 'answered', 'client', 'not now', 'spam')),
  -- Who deals with it. Set by the database, as are the times.
  taken_by uuid references public.user_profiles (id) on delete set null,
  taken_at timestamptz,
  answered_at timestamptz,
  -- The client that the enquiry became.
  client_id uuid references public.clients (id) on delete set null,
  -- What looks like a robot's, and nobody has taken up, stands apart.
  is_set_aside boolean not null generated always as (state = 'new' and suspicions <> '{}') stored,
  -- The end of a claim to mail it; after that another process may take it over.
  mailing_until timestamptz,
  -- When those who answer were reminded that it waits.
  reminded_at timestamptz,
  -- What a search looks through.
  search_text text generated always as
    (private.search_text(name) || chr(10) || private.search_text(business_name) || chr(10) || private.search_text(email)) stored
);
create index contact_submissions_created_at_idx on public.contact_submissions (created_at desc);
create index contact_submissions_email_idx on public.contact_submissions (email, created_at desc);
create index contact_submissions_suspicious_idx on public.contact_submissions (created_at) where suspicions <> '{}';
create index contact_submissions_taken_by_idx on public.contact_submissions (taken_by);
create index contact_submissions_client_id_idx on public.contact_submissions (client_id);
create index contact_submissions_waiting_idx on public.contact_submissions (created_at)
  where state in ('new', 'taken');
create index contact_submissions_unmailed_idx on public.contact_submissions (created_at) where notified_at is null;
create index contact_submissions_unreminded_idx on public.contact_submissions (created_at)
  where reminded_at is null and state in ('new', 'taken');

alter table public.contact_submissions enable row level security;
revoke all on public.contact_submissions from anon, authenticated, service_role;
grant select, insert, update, delete on public.contact_submissions to service_role;
grant insert (name, business_name, email, phone, service, message) on public.contact_submissions to anon, authenticated;
grant select, delete on public.contact_submissions to authenticated;
grant update (state, client_id) on public.contact_submissions to authenticated;

create policy "visitors send a message"
  on public.contact_submissions for insert to anon
  with check (true);

create policy "everybody who is signed in sends a message"
  on public.contact_submissions for insert to authenticated
  with check ((select private.my_id()) is not null);

create policy "staff of the agency that answers the website read what it was asked"
  on public.contact_submissions for select to authenticated
  using ((select private.reads_enquiries()));

create policy "they handle it, and link clients whom they see"
  on public.contact_submissions for update to authenticated
  using ((select private.answers_enquiries()))
  with check (
    (select private.answers_enquiries())
    and (client_id is null or exists (select from public.clients where clients.id = contact_submissions.client_id))
  );

create policy "its admins delete what it was asked"
  on public.contact_submissions for delete to authenticated
  using ((select private.answers_enquiries()) and (select private.has_role('agency_admin', 'admin', 'super_admin')));

-- A contact form that robots give up on and people don't notice. A message that looks like a robot's is stored like any
-- other, marked with what speaks against it, and told apart to the agency; only a flood is refused. How fast somebody
-- writes says nothing about them: autofill and assistive technology are fast.
create function private.request_header(name text) returns text
language sql stable set search_path = ''
return nullif(current_setting('request.headers', true), '')::json ->> name;
revoke execute on function private.request_header from public;

-- A visitor's address as it is counted: a network of IPv6 is one visitor, since everybody there has 2^64 addresses.
-- IPv4 may come dressed as IPv6 (::ffff:203.0.113.7), and must not become one visitor for all of it.
create function private.sender_network(forwarded text) returns inet
language plpgsql immutable set search_path = '' as $$
declare
  address inet;
begin
  address := regexp_replace(btrim(split_part(forwarded, ',', 1)), '^::ffff:(?=[0-9]+\.)', '', 'i');
  return case family(address) when 6 then network(set_masklen(address, 64)) else address end;
exception when invalid_text_representation then
  return null;
end
$$;
revoke execute on function private.sender_network from public;

-- A link within a link is none of its own.
create function private.count_links(words text) returns int
language sql immutable set search_path = ''
return regexp_count(words, '(https?://|\mwww\.)[^\s,;<>"'']+', 1, 'i');
revoke execute on function private.count_links from public;

-- Marks a message with what speaks against it, and refuses a flood.
create function private.weigh_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  limits private.contact_limits;
  from_sender bytea;
  from_address int;
  in_all int;
begin
  select * into strict limits from private.contact_limits;

  -- The form says so in a header and not in the row: the call itself is the same for everybody.
  if private.request_header('x-contact-trap') is not null then
    new.suspicions := new.suspicions || 'trap'::text;
  end if;
  -- A person's name has no links. concat_ws, since the message may be null.
  if private.count_links(new.name) > 0
     or private.count_links(concat_ws(' ', new.business_name, new.phone, new.message)) > limits.most_links then
    new.suspicions := new.suspicions || 'links'::text;
  end if;

  -- The server says so where RATE_LIMITS is off.
  if current_setting('app.settings.rate_limits', true) = 'off' then
    return new;
  end if;

  -- What another request is clearing away already is not waited for.
  delete from private.contact_arrivals where id in (
    select id from private.contact_arrivals
    where arrived_at <= now() - interval '1 hour' order by id for update skip locked
  );
  from_sender := sha256(convert_to(
    limits.salt || host(private.sender_network(private.request_header(limits.address_header))), 'UTF8'));
  insert into private.contact_arrivals (sender) values (from_sender);
  -- Without a lock: requests at the same moment may miss each other, which lets a few more through and stops nobody.
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
revoke execute on function private.weigh_message from public;

-- The same message again within ten minutes is a second click or a reload, not a second lead: it is accepted, and no
-- second row is made.
create function private.skip_repeated_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_bringing_back() then
    return new;
  end if;
  -- Two clicks at the same moment take turns, so that the second sees the first one's row.
  perform pg_advisory_xact_lock(hashtextextended('private.skip_repeated_message', hashtext(new.email)));
  if exists (
    select from public.contact_submissions sent
    where sent.email = new.email
      and sent.created_at > now() - interval '10 minutes'
      and (sent.name, sent.business_name, sent.phone, sent.service, sent.message)
          is not distinct from (new.name, new.business_name, new.phone, new.service, new.message)
  ) then
    return null;
  end if;
  return new;
end
$$;
revoke execute on function private.skip_repeated_message from public;

create trigger require_mailable
  before insert or update of email on public.contact_submissions for each row execute function private.require_mailable('email');
-- Triggers run in the order of their names. A message is weighed first: a repeat counts against the limits before it is
-- folded, otherwise somebody sends the same one ten thousand times, is never refused, and has the database compare each.
-- Only what comes from outside is weighed.
create trigger weigh_message
  before insert on public.contact_submissions for each row
  when (current_user in ('anon', 'authenticated'))
  execute function private.weigh_message();
create trigger withhold_repeated_message
  before insert on public.contact_submissions for each row execute function private.skip_repeated_message();

-- Who takes it, and when it was answered, is what happened and not what somebody writes.
create function private.handle_enquiry() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.state = 'new' then
    new.taken_by := null;
    new.taken_at := null;
    new.answered_at := null;
  else
    -- A person who has it already keeps the time at which they took it.
    if old.taken_by is null or (new.state = 'taken' and old.taken_by is distinct from private.my_id()) then
      new.taken_by := coalesce(private.my_id(), old.taken_by);
      new.taken_at := now();
    end if;
    if new.state in ('answered', 'client') then
      new.answered_at := coalesce(old.answered_at, now());
    elsif new.state = 'taken' then
      new.answered_at := null;
    end if;
  end if;
  return new;
end
$$;
revoke execute on function private.handle_enquiry from public;

create trigger handle_enquiry
  before update of state on public.contact_submissions for each row execute function private.handle_enquiry();

-- The client that an enquiry becomes, with the message as its first note, in one go: a new one of the agency that answers
-- the website, or `existing`. Asked twice it is the same client.
create function public.make_client_of_enquiry(enquiry uuid, existing uuid default null) returns uuid
language plpgsql set search_path = '' as $$
declare
  asked public.contact_submissions;
  made uuid := existing;
begin
  select * into asked from public.contact_submissions where id = enquiry for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This enquiry no longer exists, or you may not change it.';
  end if;
  if asked.client_id is not null then
    return asked.client_id;
  end if;
  if made is null then
    insert into public.clients (agency_id, name, company_name, email, phone, prospect_status)
    values (private.website_agency_id(), asked.name, asked.business_name, asked.email, asked.phone, 'prospect')
    returning id into made;
  end if;
  insert into public.client_notes (client_id, note_text, note_category)
  values (made, coalesce(nullif(btrim(asked.message), ''), 'Asked by the website, without a message.'), 'general');
  update public.contact_submissions set state = 'client', client_id = made where id = enquiry;
  return made;
end
$$;
revoke execute on function public.make_client_of_enquiry from public, anon;
grant execute on function public.make_client_of_enquiry to authenticated, service_role;

-- How the enquiries stand, as far as the caller reads them: how many wait for an answer, how many of those have waited
-- longer than the hours that the website promises, how many are set aside and wait as well, and how long an answer takes,
-- as the median of the last thirty days.
create function public.enquiry_figures(reply_hours integer)
returns table (waiting integer, late integer, set_aside integer, median_seconds integer)
language sql stable set search_path = '' as $$
  select
    (count(*) filter (where waits))::integer,
    (count(*) filter (where waits and created_at < now() - make_interval(hours => reply_hours)))::integer,
    (count(*) filter (where is_set_aside))::integer,
    (percentile_cont(0.5) within group (order by extract(epoch from answered_at - created_at)::double precision)
      filter (where answered_at > now() - interval '30 days'))::integer
  from (
    select created_at, answered_at, is_set_aside, state in ('new', 'taken') as waits
    from public.contact_submissions
  ) as enquiries
$$;
revoke execute on function public.enquiry_figures from public, anon;
grant execute on function public.enquiry_figures to authenticated, service_role;

-- Who is told of enquiries by mail: the agency that answers the website; where it has no address `configured`, the
-- CONTACT_EMAIL of the installation; else the super admins.
create function public.enquiry_recipients(configured text default null) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select array[email] from public.agencies where answers_website and email is not null),
    (select array_agg(btrim(address)) from regexp_split_to_table(nullif(btrim(configured), ''), ',') as address),
    (select array_agg(users.email::text order by users.email)
     from auth.users join public.user_roles on user_roles.user_id = users.id
     where user_roles.role = 'super_admin' and users.email is not null
       and (users.banned_until is null or users.banned_until <= now())
       -- Nobody's (RFC 2606): those of people who are there for a trial.
       and users.email not like '%.invalid'),
    '{}'
  )
$$;
revoke execute on function public.enquiry_recipients from public, anon, authenticated;
grant execute on function public.enquiry_recipients to service_role;

-- Enquiries that have waited for twenty hours, so long before the website's promise runs out that somebody can still keep
-- it, and that nobody was reminded of; what is set aside once a day, all of it together.
create function public.enquiries_to_remind_of() returns table (enquiry uuid)
language sql stable set search_path = '' as $$
  select id from public.contact_submissions
  where reminded_at is null and state in ('new', 'taken') and created_at < now() - interval '20 hours'
    and (
      not is_set_aside
      or not exists (
        select from public.contact_submissions as told
        where told.suspicions <> '{}' and told.reminded_at > now() - interval '1 day'
      )
    )
$$;
revoke execute on function public.enquiries_to_remind_of from public, anon, authenticated;
grant execute on function public.enquiries_to_remind_of to service_role;

alter publication supabase_realtime add table public.contact_submissions;
