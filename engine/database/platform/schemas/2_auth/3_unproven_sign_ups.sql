-- Accounts whose password, name and identities came from a person who has not confirmed the address or number yet.
-- Accounts that an administrator created are not listed.
create table engine.unproven_sign_ups (
  user_id uuid primary key references auth.users (id) on delete cascade
);
