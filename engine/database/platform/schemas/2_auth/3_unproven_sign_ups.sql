-- Accounts whose password, name and identities somebody gave who has not shown yet that the address or number is theirs.
-- Those that an administrator made are not among them.
create table engine.unproven_sign_ups (
  user_id uuid primary key references auth.users (id) on delete cascade
);
