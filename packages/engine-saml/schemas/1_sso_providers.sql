-- Organisations whose own identity provider signs their people in.
create table auth.sso_providers (
  id          uuid not null primary key,
  resource_id text constraint "resource_id not empty" check (resource_id = null or char_length(resource_id) > 0),
  created_at  timestamptz,
  updated_at  timestamptz,
  disabled    boolean
);
create unique index sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));
create index sso_providers_resource_id_pattern_idx on auth.sso_providers (resource_id text_pattern_ops);

alter table auth.sso_providers enable row level security;
revoke all on table auth.sso_providers from public, anon, authenticated, service_role;
grant all on table auth.sso_providers to supabase_auth_admin;
