-- What every hosted project has, used or not: its roles, and the tables of features that the engine has elsewhere or not at all.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('supabase_admin',          'nologin noinherit'),
      ('dashboard_user',          'nologin noinherit'),
      ('supabase_read_only_user', 'nologin noinherit'),
      ('supabase_functions_admin','nologin noinherit'),
      ('supabase_replication_admin','nologin noinherit'),
      ('supabase_etl_admin',      'nologin noinherit'),
      ('supabase_privileged_role','nologin noinherit'),
      ('pgbouncer',               'nologin noinherit')
    ) as roles (name, attributes)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.attributes);
    end if;
  end loop;
end
$$;
-- A migration may set default privileges of these. On hosted, supabase_admin connects itself.
do $$
declare
  held text;
begin
  foreach held in array array['supabase_admin', 'dashboard_user'] loop
    if held <> current_user then
      execute format('grant %I to current_user', held);
    end if;
  end loop;
end
$$;

create table if not exists auth.sso_providers (
  id          uuid not null primary key,
  resource_id text constraint "resource_id not empty" check (resource_id = null or char_length(resource_id) > 0),
  created_at  timestamptz,
  updated_at  timestamptz,
  disabled    boolean
);
create unique index if not exists sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));
create index if not exists sso_providers_resource_id_pattern_idx on auth.sso_providers (resource_id text_pattern_ops);

create table if not exists auth.saml_providers (
  id                uuid not null primary key,
  sso_provider_id   uuid not null references auth.sso_providers (id) on delete cascade,
  entity_id         text not null unique constraint "entity_id not empty" check (char_length(entity_id) > 0),
  metadata_xml      text not null constraint "metadata_xml not empty" check (char_length(metadata_xml) > 0),
  metadata_url      text constraint "metadata_url not empty" check (metadata_url = null or char_length(metadata_url) > 0),
  attribute_mapping jsonb,
  created_at        timestamptz,
  updated_at        timestamptz,
  name_id_format    text
);
create index if not exists saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);

create table if not exists auth.saml_relay_states (
  id              uuid not null primary key,
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  request_id      text not null constraint "request_id not empty" check (char_length(request_id) > 0),
  for_email       text,
  redirect_to     text,
  created_at      timestamptz,
  updated_at      timestamptz,
  flow_state_id   uuid references auth.flow_state (id) on delete cascade
);
create index if not exists saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);
create index if not exists saml_relay_states_for_email_idx on auth.saml_relay_states (for_email);
create index if not exists saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);

create table if not exists auth.sso_domains (
  id              uuid not null primary key,
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  domain          text not null constraint "domain not empty" check (char_length(domain) > 0),
  created_at      timestamptz,
  updated_at      timestamptz
);
create unique index if not exists sso_domains_domain_idx on auth.sso_domains (lower(domain));
create index if not exists sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);

do $$ begin create type auth.oauth_registration_type as enum ('dynamic', 'manual'); exception when duplicate_object then null; end $$;
do $$ begin create type auth.oauth_client_type as enum ('public', 'confidential'); exception when duplicate_object then null; end $$;
do $$ begin create type auth.oauth_authorization_status as enum ('pending', 'approved', 'denied', 'expired'); exception when duplicate_object then null; end $$;
do $$ begin create type auth.oauth_response_type as enum ('code'); exception when duplicate_object then null; end $$;

create table if not exists auth.oauth_clients (
  id                         uuid not null primary key,
  client_secret_hash         text,
  registration_type          auth.oauth_registration_type not null,
  redirect_uris              text not null,
  grant_types                text not null,
  client_name                text check (char_length(client_name) <= 1024),
  client_uri                 text check (char_length(client_uri) <= 2048),
  logo_uri                   text check (char_length(logo_uri) <= 2048),
  created_at                 timestamptz not null default now(),
  updated_at                 timestamptz not null default now(),
  deleted_at                 timestamptz,
  client_type                auth.oauth_client_type not null default 'confidential',
  token_endpoint_auth_method text not null
);

create table if not exists auth.oauth_authorizations (
  id                    uuid not null primary key,
  authorization_id      text not null unique,
  client_id             uuid not null references auth.oauth_clients (id) on delete cascade,
  user_id               uuid references auth.users (id) on delete cascade,
  redirect_uri          text not null,
  scope                 text not null,
  state                 text,
  resource              text,
  code_challenge        text,
  code_challenge_method auth.code_challenge_method,
  response_type         auth.oauth_response_type not null default 'code',
  status                auth.oauth_authorization_status not null default 'pending',
  authorization_code    text unique,
  created_at            timestamptz not null default now(),
  expires_at            timestamptz not null default now() + interval '3 minutes',
  approved_at           timestamptz,
  nonce                 text
);

create table if not exists auth.oauth_consents (
  id         uuid not null primary key,
  user_id    uuid not null references auth.users (id) on delete cascade,
  client_id  uuid not null references auth.oauth_clients (id) on delete cascade,
  scopes     text not null,
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  unique (user_id, client_id)
);

create table if not exists storage.migrations (
  id          integer not null primary key,
  name        varchar(100) not null unique,
  hash        varchar(40) not null,
  executed_at timestamp default current_timestamp
);

create table if not exists storage.s3_multipart_uploads (
  id               text not null primary key,
  in_progress_size bigint not null default 0,
  upload_signature text not null,
  bucket_id        text not null references storage.buckets (id),
  key              text not null collate "C",
  version          text not null,
  owner_id         text,
  created_at       timestamptz not null default now(),
  user_metadata    jsonb,
  metadata         jsonb
);
create index if not exists idx_multipart_uploads_list on storage.s3_multipart_uploads (bucket_id, key, created_at);

create table if not exists storage.s3_multipart_uploads_parts (
  id          uuid not null primary key default gen_random_uuid(),
  upload_id   text not null references storage.s3_multipart_uploads (id) on delete cascade,
  size        bigint not null default 0,
  part_number integer not null,
  bucket_id   text not null references storage.buckets (id),
  key         text not null collate "C",
  etag        text not null,
  owner_id    text,
  version     text not null,
  created_at  timestamptz not null default now()
);

create table if not exists storage.prefixes (
  bucket_id  text not null references storage.buckets (id),
  name       text not null collate "C",
  level      integer not null generated always as (array_length(string_to_array(name, '/'), 1)) stored,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  primary key (bucket_id, level, name)
);

create table if not exists storage.buckets_analytics (
  id         uuid not null primary key default gen_random_uuid(),
  name       text not null,
  type       storage.buckettype not null default 'ANALYTICS',
  format     text not null default 'ICEBERG',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table if not exists storage.iceberg_namespaces (
  id          uuid not null primary key default gen_random_uuid(),
  bucket_name text not null,
  name        text not null collate "C",
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  metadata    jsonb not null default '{}',
  catalog_id  uuid not null references storage.buckets_analytics (id) on delete cascade
);

create table if not exists storage.iceberg_tables (
  id           uuid not null primary key default gen_random_uuid(),
  namespace_id uuid not null references storage.iceberg_namespaces (id) on delete cascade,
  bucket_name  text not null,
  name         text not null collate "C",
  location     text not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);

create table if not exists storage.buckets_vectors (
  id         text not null primary key,
  type       storage.buckettype not null default 'VECTOR',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table if not exists storage.vector_indexes (
  id                     text not null primary key default gen_random_uuid(),
  name                   text not null collate "C",
  bucket_id              text not null references storage.buckets_vectors (id),
  data_type              text not null,
  dimension              integer not null,
  distance_metric        text not null,
  metadata_configuration jsonb,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);

do $$
declare
  t text;
begin
  foreach t in array array[
    'migrations', 's3_multipart_uploads', 's3_multipart_uploads_parts', 'prefixes', 'buckets_analytics',
    'iceberg_namespaces', 'iceberg_tables', 'buckets_vectors', 'vector_indexes'
  ] loop
    execute format('alter table storage.%I enable row level security', t);
    execute format('revoke all on table storage.%I from public, anon, authenticated', t);
    execute format('grant all on table storage.%I to supabase_storage_admin', t);
  end loop;
end
$$;

do $$
declare
  t text;
begin
  foreach t in array array[
    'sso_providers', 'saml_providers', 'saml_relay_states', 'sso_domains', 'oauth_clients', 'oauth_authorizations',
    'oauth_consents'
  ] loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('revoke all on table auth.%I from public, anon, authenticated, service_role', t);
    execute format('grant all on table auth.%I to supabase_auth_admin', t);
  end loop;
end
$$;
