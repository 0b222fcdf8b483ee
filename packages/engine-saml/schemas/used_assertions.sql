-- Assertions of single sign-on that somebody has come in with: each is good once, on all servers together.
create table engine.used_assertions (
  issuer       text not null,
  id           text not null,
  usable_until timestamptz not null,
  primary key (issuer, id)
);
create index used_assertions_usable_until_idx on engine.used_assertions (usable_until);
