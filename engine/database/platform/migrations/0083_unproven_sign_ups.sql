-- Accounts whose password, name and identities somebody gave who has not shown yet that the address or number is theirs.
-- Those that an administrator made are not among them.
create table engine.unproven_sign_ups (
  user_id uuid primary key references auth.users (id) on delete cascade
);
insert into engine.unproven_sign_ups (user_id)
select id from auth.users
where email_confirmed_at is null and phone_confirmed_at is null and confirmation_sent_at is not null
  and invited_at is null and deleted_at is null and not is_anonymous and not is_sso_user;
