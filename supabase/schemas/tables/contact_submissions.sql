-- Enquiries: the messages of the contact form, which anybody may send, and what reached the agency otherwise (`came_by`). The
-- staff of the agency that owns the website read them, and each is handled by one of them. The contact form requires all
-- fields but the message. Any other enquiry has a name and one way to answer, and what nobody said is the empty text.
create table public.contact_submissions (
  id            uuid primary key default gen_random_uuid(),
  name          text not null check (name ~ '\S' and length(name) <= 200),
  business_name text not null check (length(business_name) <= 200),
  email         text not null check (email = '' or private.is_email(email)),
  phone         text not null check (length(phone) <= 50),
  service       text not null check (service in ('website', 'marketing', 'ai', 'design', 'other')),
  message       text check (length(message) <= 5000),
  created_at    timestamptz not null default now(),
  -- The time at which the agency was notified by mail, so that it is notified once.
  notified_at   timestamptz,
  -- The reasons to suspect a message; empty for an ordinary one. Set by the database, readable by super admins.
  suspicions    text[] not null default '{}' check (suspicions <@ array['trap', 'links', 'address', 'volume']),
  state text not null default 'new'
    check (state in ('new', 'taken', 'answered', 'client', 'not now', 'spam', 'test')),
  -- The person who handles the enquiry. Set by the database, like the times.
  taken_by uuid references public.user_profiles (id) on delete set null,
  taken_at timestamptz,
  answered_at timestamptz,
  -- The client that was created from the enquiry.
  client_id uuid references public.clients (id) on delete set null,
  -- Suspicious messages that nobody handles are set aside.
  is_set_aside boolean not null generated always as (state = 'new' and suspicions <> '{}') stored,
  -- The end of a claim to mail it; after that another process may take it over.
  mailing_until timestamptz,
  -- The time at which its recipients were reminded of it.
  reminded_at timestamptz,
  -- The text that a search compares.
  search_text text generated always as
    (private.search_text(name) || chr(10) || private.search_text(business_name) || chr(10) || private.search_text(email)) stored,
  -- When a mail server reported that a mail about the enquiry could not be delivered, and to whom and why.
  mail_returned_at   timestamptz,
  mail_return_reason text check (length(mail_return_reason) <= 500),
  -- How it reached the agency; 'source' stands for the named source, and 'program' for a key (tables/program_keys.sql).
  came_by   text not null default 'website'
    check (came_by in ('website', 'phone', 'visit', 'e-mail', 'recommendation', 'source', 'program')),
  source_id uuid references public.enquiry_sources (id),
  -- The time of the last change of its state; null for an enquiry that was never handled.
  state_changed_at   timestamptz,
  constraint contact_submissions_names_its_source check ((came_by = 'source') = (source_id is not null)),
  constraint contact_submissions_can_be_answered check (
    case came_by
      when 'website' then business_name ~ '\S' and email <> '' and phone ~ '\S'
      else email <> '' or phone ~ '[0-9]'
    end
  ),
  -- A source may send tests, to see what arrives.
  constraint contact_submissions_tests_come_from_sources check (state <> 'test' or came_by = 'source')
);
create index contact_submissions_created_at_idx on public.contact_submissions (created_at desc);
create index contact_submissions_email_idx on public.contact_submissions (email, created_at desc);
create index contact_submissions_suspicious_idx on public.contact_submissions (created_at) where suspicions <> '{}';
create index contact_submissions_taken_by_idx on public.contact_submissions (taken_by);
create index contact_submissions_source_id_idx on public.contact_submissions (source_id, created_at desc);
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
grant insert (came_by) on public.contact_submissions to authenticated;
grant select, delete on public.contact_submissions to authenticated;
grant update (state, client_id) on public.contact_submissions to authenticated;

create policy "visitors send a message"
  on public.contact_submissions for insert to anon
  with check (true);

create policy "everybody who is signed in sends a message"
  on public.contact_submissions for insert to authenticated
  with check (came_by = 'website' and (select private.my_id()) is not null);

create policy "staff of the agency that answers the website add what reached them otherwise"
  on public.contact_submissions for insert to authenticated
  with check (
    came_by in ('phone', 'visit', 'e-mail', 'recommendation') and (select private.answers_enquiries())
  );

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

-- Spam protection of the contact form without any effort for people. A suspicious message is stored like any other,
-- marked with the reasons, and reported to the agency separately; only a flood is refused. Typing speed is not
-- considered, because autofill and assistive technology are fast.
create function private.request_header(name text) returns text
language sql stable set search_path = ''
return nullif(current_setting('request.headers', true), '')::json ->> name;
revoke execute on function private.request_header from public;

-- The network that a visitor's address counts as: for IPv6 the /64, because one visitor has 2^64 addresses there. IPv4
-- addresses mapped into IPv6 (::ffff:203.0.113.7) count as IPv4, or all of them would be one visitor.
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

-- Counts the links of a text; a link inside another one does not count.
create function private.count_links(words text) returns int
language sql immutable set search_path = ''
return regexp_count(words, '(https?://|\mwww\.)[^\s,;<>"'']+', 1, 'i');
revoke execute on function private.count_links from public;

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
create function private.weigh_message() returns trigger
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
revoke execute on function private.weigh_message from public;

-- Accepts a repeated message within ten minutes without storing it again: it is a second click or a reload.
create function private.skip_repeated_message() returns trigger
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
revoke execute on function private.skip_repeated_message from public;

create trigger require_mailable
  before insert or update of email on public.contact_submissions for each row
  when (new.email <> '')
  execute function private.require_mailable('email');
-- Triggers run in the order of their names. A message is weighed first, so that a repeat counts towards the limits
-- before it is dropped; otherwise the same message could be sent thousands of times without being refused. Only
-- messages from outside are weighed: what the staff add is not.
create trigger weigh_message
  before insert on public.contact_submissions for each row
  when (current_user in ('anon', 'authenticated') and new.came_by = 'website')
  execute function private.weigh_message();
create trigger withhold_repeated_message
  before insert on public.contact_submissions for each row execute function private.skip_repeated_message();

-- Sets the person who handles an enquiry and the time of the answer, which nobody can write themselves.
create function private.handle_enquiry() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.state_changed_at := now();
  if new.state = 'new' then
    new.taken_by := null;
    new.taken_at := null;
    new.answered_at := null;
  else
    -- A person who handles it already keeps the time at which they took it.
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

-- Creates a client of the website's agency from an enquiry, or uses the `existing` one, with the message as its first
-- note. Called again, it returns the same client. A new one is looked after by the person who took the enquiry, as long as
-- they are on the staff of that agency, and contacted on `contact_on`, which the browser gives because only it knows the
-- caller's day.
create function public.make_client_of_enquiry(
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
revoke execute on function public.make_client_of_enquiry from public, anon;
grant execute on function public.make_client_of_enquiry to authenticated, service_role;

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
create function public.enquiry_recipients(configured text default null) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select array[email] from public.agencies where answers_website and email is not null),
    (select array_agg(btrim(address)) from regexp_split_to_table(nullif(btrim(configured), ''), ',') as address),
    public.super_admin_addresses()
  )
$$;
revoke execute on function public.enquiry_recipients from public, anon, authenticated;
grant execute on function public.enquiry_recipients to service_role;

-- Enquiries that have waited for twenty hours without a reminder, early enough to keep the website's promise; those
-- that are set aside, all together once a day.
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
