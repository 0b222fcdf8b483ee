-- Users. Application SQL refers to them in foreign keys, triggers and seeds.
create table auth.users (
  instance_id                 uuid,
  id                          uuid not null primary key,
  aud                         varchar(255),
  role                        varchar(255),
  email                       varchar(255),
  encrypted_password          varchar(255),
  email_confirmed_at          timestamptz,
  invited_at                  timestamptz,
  confirmation_token          varchar(255),
  confirmation_sent_at        timestamptz,
  recovery_token              varchar(255),
  recovery_sent_at            timestamptz,
  email_change_token_new      varchar(255),
  email_change                varchar(255),
  email_change_sent_at        timestamptz,
  last_sign_in_at             timestamptz,
  raw_app_meta_data           jsonb,
  raw_user_meta_data          jsonb,
  is_super_admin              boolean,
  created_at                  timestamptz,
  updated_at                  timestamptz,
  phone                       text unique,
  phone_confirmed_at          timestamptz,
  phone_change                text default ''::varchar,
  phone_change_token          varchar(255) default '',
  phone_change_sent_at        timestamptz,
  confirmed_at                timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current  varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until                timestamptz,
  reauthentication_token      varchar(255) default '',
  reauthentication_sent_at    timestamptz,
  is_sso_user                 boolean not null default false,
  deleted_at                  timestamptz,
  is_anonymous                boolean not null default false
);
comment on table auth.users is 'Auth: Stores user login data within a secure schema.';
comment on column auth.users.is_sso_user is
  'Auth: Set this column to true when the account comes from SSO. These accounts can have duplicate emails.';

create unique index users_email_partial_key on auth.users (email) where (is_sso_user = false);
create index users_instance_id_idx on auth.users (instance_id);
create index users_instance_id_email_idx on auth.users (instance_id, lower((email)::text));
create index users_is_anonymous_idx on auth.users (is_anonymous);
-- Only hashes must be unique: old six-digit tokens may collide, and an empty string is "none".
create unique index confirmation_token_idx on auth.users (confirmation_token)
  where ((confirmation_token)::text !~ '^[0-9 ]*$');
create unique index recovery_token_idx on auth.users (recovery_token)
  where ((recovery_token)::text !~ '^[0-9 ]*$');
create unique index email_change_token_current_idx on auth.users (email_change_token_current)
  where ((email_change_token_current)::text !~ '^[0-9 ]*$');
create unique index email_change_token_new_idx on auth.users (email_change_token_new)
  where ((email_change_token_new)::text !~ '^[0-9 ]*$');
create unique index reauthentication_token_idx on auth.users (reauthentication_token)
  where ((reauthentication_token)::text !~ '^[0-9 ]*$');

-- Signs a user out at once when they are banned, whichever way that happens. Links and codes sent to them before stay
-- void after the ban. The rows of their sessions stay, so that a refresh can answer why it is refused.
create function engine.shut_out() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform engine.void_links(new.id);
  update auth.sessions set not_after = now()
  where user_id = new.id and (not_after is null or not_after > now());
  return null;
end
$$;
create trigger shut_out after update of banned_until on auth.users
  for each row
  when (new.banned_until > now() and new.banned_until is distinct from old.banned_until)
  execute function engine.shut_out();
