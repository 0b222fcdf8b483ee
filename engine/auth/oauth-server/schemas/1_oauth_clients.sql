-- Other applications that sign people in by this project, and whose sessions are theirs.
create type auth.oauth_registration_type as enum ('dynamic', 'manual');
create type auth.oauth_client_type as enum ('public', 'confidential');

create table auth.oauth_clients (
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
  token_endpoint_auth_method text
);
create index oauth_clients_deleted_at_idx on auth.oauth_clients (deleted_at);

alter table auth.oauth_clients enable row level security;
revoke all on table auth.oauth_clients from public, anon, authenticated, service_role;
grant all on table auth.oauth_clients to supabase_auth_admin;

alter table auth.sessions
  add foreign key (oauth_client_id) references auth.oauth_clients (id) on delete cascade;
