create table auth.mfa_recovery_codes (
  id                       uuid not null primary key,
  mfa_recovery_code_set_id uuid not null references auth.mfa_recovery_code_sets (id) on delete cascade,
  code_hash                text not null,
  consumed_at              timestamptz,
  created_at               timestamptz not null default now()
);
create index mfa_recovery_codes_set_id_idx on auth.mfa_recovery_codes (mfa_recovery_code_set_id);

alter table auth.mfa_recovery_codes enable row level security;
revoke all on table auth.mfa_recovery_codes from public, anon, authenticated, service_role;
grant all on table auth.mfa_recovery_codes to supabase_auth_admin;
