-- From when on a message through the contact form is suspicious, and when it is refused, in one row that an operator may
-- change:
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
  salt                   uuid not null default gen_random_uuid(),
  -- The number of messages an hour that one address may always send, however many come from elsewhere: a flood closes
  -- the form to its senders, not to somebody who writes once.
  always_per_address     int not null default 3 check (always_per_address >= 0)
);
insert into private.contact_limits default values;
revoke all on private.contact_limits from public, anon, authenticated, service_role;
