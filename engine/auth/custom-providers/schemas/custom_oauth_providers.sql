-- Providers to sign in by that the project's own server has added.
create table auth.custom_oauth_providers (
  id                    uuid not null default gen_random_uuid() primary key,
  provider_type         text not null check (provider_type in ('oauth2', 'oidc')),
  identifier            text not null unique,
  name                  text not null,
  client_id             text not null,
  client_secret         text not null,
  acceptable_client_ids text[] not null default '{}',
  scopes                text[] not null default '{}',
  pkce_enabled          boolean not null default true,
  attribute_mapping     jsonb not null default '{}',
  authorization_params  jsonb not null default '{}',
  enabled               boolean not null default true,
  email_optional        boolean not null default false,
  issuer                text,
  discovery_url         text,
  skip_nonce_check      boolean not null default false,
  cached_discovery      jsonb,
  discovery_cached_at   timestamptz,
  authorization_url     text,
  token_url             text,
  userinfo_url          text,
  jwks_uri              text,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  -- Which claims are copied as they are.
  custom_claims_allowlist text[] not null default '{}'
);

alter table auth.custom_oauth_providers enable row level security;
revoke all on table auth.custom_oauth_providers from public, anon, authenticated, service_role;
grant all on table auth.custom_oauth_providers to supabase_auth_admin;
