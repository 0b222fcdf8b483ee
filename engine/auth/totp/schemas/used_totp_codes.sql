-- The last used time step of each authenticator app: its code and earlier ones are refused, on all servers together.
create table engine.used_totp_codes (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  step      bigint not null
);
