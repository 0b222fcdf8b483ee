-- When messages came, and from where: kept for the hour that is counted, apart from the messages themselves.
create table private.contact_arrivals (
  id         bigint generated always as identity primary key,
  sender     bytea, -- null where the address is not known
  arrived_at timestamptz not null default now()
);
create index contact_arrivals_arrived_at_idx on private.contact_arrivals (arrived_at);
create index contact_arrivals_sender_idx on private.contact_arrivals (sender, arrived_at);
revoke all on private.contact_arrivals from public, anon, authenticated, service_role;
