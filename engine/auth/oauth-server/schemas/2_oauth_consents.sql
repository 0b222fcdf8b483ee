-- What people let applications see.
create table auth.oauth_consents (
  id         uuid not null primary key,
  user_id    uuid not null references auth.users (id) on delete cascade,
  client_id  uuid not null references auth.oauth_clients (id) on delete cascade,
  scopes     text not null check (char_length(scopes) <= 2048),
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint oauth_consents_user_client_unique unique (user_id, client_id),
  constraint oauth_consents_scopes_not_empty check (char_length(trim(both from scopes)) > 0),
  constraint oauth_consents_revoked_after_granted check (revoked_at is null or revoked_at >= granted_at)
);
create index oauth_consents_active_user_client_idx on auth.oauth_consents (user_id, client_id) where (revoked_at is null);
create index oauth_consents_active_client_idx on auth.oauth_consents (client_id) where (revoked_at is null);
create index oauth_consents_user_order_idx on auth.oauth_consents (user_id, granted_at desc);

alter table auth.oauth_consents enable row level security;
revoke all on table auth.oauth_consents from public, anon, authenticated, service_role;
grant all on table auth.oauth_consents to supabase_auth_admin;
