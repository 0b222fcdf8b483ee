-- A repeat counts against the limits before it is folded: otherwise somebody sends the same message ten thousand times,
-- is never refused, and has the database compare each. And a flood from everywhere closes the form to those who flood,
-- not to somebody who writes once.

-- Triggers run in the order of their names: withhold… comes after weigh_message.
alter trigger skip_repeated_message on public.contact_submissions rename to withhold_repeated_message;

alter table private.contact_limits
  -- So many an hour from one address are taken however much comes in from elsewhere.
  add column always_per_address int not null default 3 check (always_per_address >= 0);

create or replace function private.weigh_message() returns trigger
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
