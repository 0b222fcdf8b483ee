-- Organisations whose own identity provider signs their people in. A hosted project always has the tables of single
-- sign-on, used or not; the package engine-saml fills them.
create table auth.sso_providers (
  id          uuid not null primary key,
  resource_id text constraint "resource_id not empty" check (resource_id = null or char_length(resource_id) > 0),
  created_at  timestamptz,
  updated_at  timestamptz,
  disabled    boolean
);
create unique index sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));
create index sso_providers_resource_id_pattern_idx on auth.sso_providers (resource_id text_pattern_ops);
