-- A table of the hosted service; the engine never writes it.
create table auth.oauth_client_states (
  id            uuid not null primary key,
  provider_type text not null,
  code_verifier text,
  created_at    timestamptz not null
);
create index idx_oauth_client_states_created_at on auth.oauth_client_states (created_at);
