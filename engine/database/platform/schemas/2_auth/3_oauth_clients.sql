-- The tables of the hosted service's OAuth server, which SQL of projects may name. The engine has no OAuth server, so
-- they stay empty.
create type auth.oauth_registration_type as enum ('dynamic', 'manual');
create type auth.oauth_client_type as enum ('public', 'confidential');
create type auth.oauth_authorization_status as enum ('pending', 'approved', 'denied', 'expired');
create type auth.oauth_response_type as enum ('code');

create table auth.oauth_clients (
  id                         uuid not null primary key,
  client_secret_hash         text,
  registration_type          auth.oauth_registration_type not null,
  redirect_uris              text not null,
  grant_types                text not null,
  client_name                text check (char_length(client_name) <= 1024),
  client_uri                 text check (char_length(client_uri) <= 2048),
  logo_uri                   text check (char_length(logo_uri) <= 2048),
  created_at                 timestamptz not null default now(),
  updated_at                 timestamptz not null default now(),
  deleted_at                 timestamptz,
  client_type                auth.oauth_client_type not null default 'confidential',
  token_endpoint_auth_method text not null
);

create table auth.oauth_authorizations (
  id                    uuid not null primary key,
  authorization_id      text not null unique,
  client_id             uuid not null references auth.oauth_clients (id) on delete cascade,
  user_id               uuid references auth.users (id) on delete cascade,
  redirect_uri          text not null,
  scope                 text not null,
  state                 text,
  resource              text,
  code_challenge        text,
  code_challenge_method auth.code_challenge_method,
  response_type         auth.oauth_response_type not null default 'code',
  status                auth.oauth_authorization_status not null default 'pending',
  authorization_code    text unique,
  created_at            timestamptz not null default now(),
  expires_at            timestamptz not null default now() + interval '3 minutes',
  approved_at           timestamptz,
  nonce                 text
);

create table auth.oauth_consents (
  id         uuid not null primary key,
  user_id    uuid not null references auth.users (id) on delete cascade,
  client_id  uuid not null references auth.oauth_clients (id) on delete cascade,
  scopes     text not null,
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  unique (user_id, client_id)
);
