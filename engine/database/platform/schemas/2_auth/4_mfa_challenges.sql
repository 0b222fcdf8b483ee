create table auth.mfa_challenges (
  id                     uuid not null primary key,
  factor_id              uuid not null constraint mfa_challenges_auth_factor_id_fkey
                           references auth.mfa_factors (id) on delete cascade,
  created_at             timestamptz not null,
  verified_at            timestamptz,
  ip_address             inet not null,
  otp_code               text,
  web_authn_session_data jsonb
);
comment on table auth.mfa_challenges is 'auth: stores metadata about challenge requests made';

create index mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);
