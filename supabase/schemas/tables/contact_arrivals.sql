-- The time and the hashed sender of each message of the contact form, kept for an hour for the limits, apart from the
-- messages.
create table private.contact_arrivals (
  id         bigint generated always as identity primary key,
  sender     bytea, -- null where the address is not known
  arrived_at timestamptz not null default now()
);
create index contact_arrivals_arrived_at_idx on private.contact_arrivals (arrived_at);
create index contact_arrivals_sender_idx on private.contact_arrivals (sender, arrived_at);
revoke all on private.contact_arrivals from public, anon, authenticated, service_role;
