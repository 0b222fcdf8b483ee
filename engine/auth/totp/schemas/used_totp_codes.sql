-- The last code of an authenticator app that somebody came in with, by the half minute it was made for: neither it nor an
-- earlier one counts again, on all servers together.
create table engine.used_totp_codes (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  step      bigint not null
);
