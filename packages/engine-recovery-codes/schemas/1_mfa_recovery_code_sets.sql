-- Recovery codes for users who have lost their second factor, as in hosted Supabase since 2026: one set for each user.
create table auth.mfa_recovery_code_sets (
  id                        uuid not null primary key,
  user_id                   uuid not null unique references auth.users (id) on delete cascade,
  mfa_factor_id             uuid not null unique references auth.mfa_factors (id) on delete cascade,
  failed_verification_count integer not null default 0 check (failed_verification_count >= 0),
  verification_locked_until timestamptz,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz not null default now()
);

alter table auth.mfa_recovery_code_sets enable row level security;
revoke all on table auth.mfa_recovery_code_sets from public, anon, authenticated, service_role;
grant all on table auth.mfa_recovery_code_sets to supabase_auth_admin;
