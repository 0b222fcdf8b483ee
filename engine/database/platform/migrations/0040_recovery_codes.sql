-- Codes on paper for whoever lost their second factor, as hosted Supabase has them since 2026: one set for each person.
alter type auth.factor_type add value 'recovery_code';

create table auth.mfa_recovery_code_sets (
  id                        uuid not null primary key,
  user_id                   uuid not null unique references auth.users (id) on delete cascade,
  mfa_factor_id             uuid not null unique references auth.mfa_factors (id) on delete cascade,
  failed_verification_count integer not null default 0 check (failed_verification_count >= 0),
  verification_locked_until timestamptz,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz not null default now()
);

create table auth.mfa_recovery_codes (
  id                       uuid not null primary key,
  mfa_recovery_code_set_id uuid not null references auth.mfa_recovery_code_sets (id) on delete cascade,
  code_hash                text not null,
  consumed_at              timestamptz,
  created_at               timestamptz not null default now()
);
create index mfa_recovery_codes_set_id_idx on auth.mfa_recovery_codes (mfa_recovery_code_set_id);

-- As every table of this schema: row security and no policy, so that no API role gets past it.
alter table auth.mfa_recovery_code_sets enable row level security;
alter table auth.mfa_recovery_codes enable row level security;
revoke all on table auth.mfa_recovery_code_sets, auth.mfa_recovery_codes from public, anon, authenticated, service_role;
grant all on table auth.mfa_recovery_code_sets, auth.mfa_recovery_codes to supabase_auth_admin;
