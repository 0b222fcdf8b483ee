-- Questions of applications to people, and the codes for those that were answered with yes.
create type auth.oauth_authorization_status as enum ('pending', 'approved', 'denied', 'expired');
create type auth.oauth_response_type as enum ('code');

create table auth.oauth_authorizations (
  id                    uuid not null primary key,
  authorization_id      text not null unique,
  client_id             uuid not null references auth.oauth_clients (id) on delete cascade,
  user_id               uuid references auth.users (id) on delete cascade,
  redirect_uri          text not null check (char_length(redirect_uri) <= 2048),
  scope                 text not null check (char_length(scope) <= 4096),
  state                 text check (char_length(state) <= 4096),
  resource              text check (char_length(resource) <= 2048),
  code_challenge        text check (char_length(code_challenge) <= 128),
  code_challenge_method auth.code_challenge_method,
  response_type         auth.oauth_response_type not null default 'code',
  status                auth.oauth_authorization_status not null default 'pending',
  authorization_code    text unique check (char_length(authorization_code) <= 255),
  created_at            timestamptz not null default now(),
  expires_at            timestamptz not null default (now() + interval '3 minutes'),
  approved_at           timestamptz,
  nonce                 text check (char_length(nonce) <= 255),
  constraint oauth_authorizations_expires_at_future check (expires_at > created_at)
);
create index oauth_auth_pending_exp_idx on auth.oauth_authorizations (expires_at) where (status = 'pending');

alter table auth.oauth_authorizations enable row level security;
revoke all on table auth.oauth_authorizations from public, anon, authenticated, service_role;
grant all on table auth.oauth_authorizations to supabase_auth_admin;

-- Codes that were not redeemed yet would become sessions afterwards.
create function engine.void_codes_of_oauth_server(person uuid) returns void language sql set search_path = '' as $$
  delete from auth.oauth_authorizations where user_id = person and status = 'approved'
$$;
