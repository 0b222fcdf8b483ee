-- Used SAML assertions: each is valid for one sign-in, on all servers together.
create table engine.used_assertions (
  issuer       text not null,
  id           text not null,
  usable_until timestamptz not null,
  primary key (issuer, id)
);
create index used_assertions_usable_until_idx on engine.used_assertions (usable_until);
