-- The passkeys that people sign in with.
create table auth.webauthn_credentials (
  id               uuid not null default gen_random_uuid() primary key,
  user_id          uuid not null references auth.users (id) on delete cascade,
  credential_id    bytea not null,
  public_key       bytea not null,
  attestation_type text not null default '',
  aaguid           uuid,
  sign_count       bigint not null default 0,
  transports       jsonb not null default '[]',
  backup_eligible  boolean not null default false,
  backed_up        boolean not null default false,
  friendly_name    text not null default '',
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  last_used_at     timestamptz
);
create unique index webauthn_credentials_credential_id_key on auth.webauthn_credentials (credential_id);
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id);

alter table auth.webauthn_credentials enable row level security;
revoke all on table auth.webauthn_credentials from public, anon, authenticated, service_role;
grant all on table auth.webauthn_credentials to supabase_auth_admin;
