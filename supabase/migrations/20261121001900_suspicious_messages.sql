-- A contact form that robots give up on and people don't notice. A message that looks like a robot's is stored like any
-- other, marked with what speaks against it, and told apart to the agency; only a flood is refused. How fast somebody
-- writes says nothing about them: autofill and assistive technology are fast.

-- The limits, in one row that an operator may change:
--   update private.contact_limits set most_links = 5;
create table private.contact_limits (
  only_row               boolean primary key default true check (only_row),
  -- More links than this in one message are suspicious.
  most_links             int not null default 3 check (most_links >= 0),
  -- Different messages within an hour; repeats within ten minutes are folded and count once. Beyond the first number
  -- they are suspicious, beyond the second they are refused. An office behind one address does not come near.
  suspicious_per_address int not null default 20 check (suspicious_per_address >= 0),
  most_per_address       int not null default 100 check (most_per_address >= suspicious_per_address),
  suspicious_in_all      int not null default 200 check (suspicious_in_all >= 0),
  most_in_all            int not null default 1000 check (most_in_all >= suspicious_in_all),
  -- The request header that names the visitor's address. Behind a gateway that passes on what the visitor wrote there,
  -- it must be another one: cf-connecting-ip on hosted Supabase.
  address_header         text not null default 'x-forwarded-for',
  -- Addresses are kept as hashes that nobody can compute who does not know this.
  salt                   uuid not null default gen_random_uuid()
);
insert into private.contact_limits default values;

-- When messages came, and from where: kept for the hour that is counted, apart from the messages themselves.
create table private.contact_arrivals (
  id         bigint generated always as identity primary key,
  sender     bytea, -- null where the address is not known
  arrived_at timestamptz not null default now()
);
create index contact_arrivals_arrived_at_idx on private.contact_arrivals (arrived_at);
create index contact_arrivals_sender_idx on private.contact_arrivals (sender, arrived_at);

revoke all on private.contact_limits, private.contact_arrivals from public, anon, authenticated, service_role;

-- What speaks against a message; empty for an ordinary one. Set by the database, readable by super admins.
alter table public.contact_submissions
  add column suspicions text[] not null default '{}'
    check (suspicions <@ array['trap', 'links', 'address', 'volume']);
create index contact_submissions_suspicious_idx on public.contact_submissions (created_at) where suspicions <> '{}';

create function private.request_header(name text) returns text
language sql stable set search_path = ''
return nullif(current_setting('request.headers', true), '')::json ->> name;

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

-- A link within a link is none of its own.
create function private.count_links(words text) returns int
language sql immutable set search_path = ''
return regexp_count(words, '(https?://|\mwww\.)[^\s,;<>"'']+', 1, 'i');

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

  if from_address > limits.most_per_address or in_all > limits.most_in_all then
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

-- After skip_repeated_message, which comes first by its name. Only what comes from outside is weighed.
create trigger weigh_message
  before insert on public.contact_submissions for each row
  when (current_user in ('anon', 'authenticated'))
  execute function private.weigh_message();
