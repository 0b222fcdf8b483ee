-- The limits at which a message of the contact form counts as suspicious or is refused, in one row that an operator may
-- change:
--   update private.contact_limits set most_links = 5;
create table private.contact_limits (
  only_row               boolean primary key default true check (only_row),
  -- More links than this in one message are suspicious.
  most_links             int not null default 3 check (most_links >= 0),
  -- Different messages within an hour; repeats within ten minutes count once. Above the first number they are
  -- suspicious, above the second they are refused. An office that shares one address stays far below.
  suspicious_per_address int not null default 20 check (suspicious_per_address >= 0),
  most_per_address       int not null default 100 check (most_per_address >= suspicious_per_address),
  suspicious_in_all      int not null default 200 check (suspicious_in_all >= 0),
  most_in_all            int not null default 1000 check (most_in_all >= suspicious_in_all),
  -- The request header with the visitor's address. It must be one that visitors cannot forge: cf-connecting-ip on
  -- hosted Supabase, whose gateway passes on a visitor's x-forwarded-for.
  address_header         text not null default 'x-forwarded-for',
  -- The salt with which addresses are hashed, so that nobody can compute the hashes.
  salt                   uuid not null default gen_random_uuid(),
  -- The number of messages an hour that one address may always send, however many others arrive: a flood locks out its
  -- senders, not a person who writes once.
  always_per_address     int not null default 3 check (always_per_address >= 0),
  -- Enquiries of one named source within an hour; more are refused.
  most_per_source        int not null default 300 check (most_per_source >= 0)
);
insert into private.contact_limits default values;
revoke all on private.contact_limits from public, anon, authenticated, service_role;
