-- As the hosted service has it; nothing here writes it.
create table auth.oauth_client_states (
  id            uuid not null primary key,
  provider_type text not null,
  code_verifier text,
  created_at    timestamptz not null
);
create index idx_oauth_client_states_created_at on auth.oauth_client_states (created_at);
