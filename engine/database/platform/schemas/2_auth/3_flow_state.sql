-- Sign-ins that wait for their second step.
create table auth.flow_state (
  id                     uuid not null primary key,
  user_id                uuid,
  auth_code              text,
  code_challenge_method  auth.code_challenge_method,
  code_challenge         text,
  provider_type          text not null,
  provider_access_token  text,
  provider_refresh_token text,
  created_at             timestamptz,
  updated_at             timestamptz,
  authentication_method  text not null,
  auth_code_issued_at    timestamptz,
  invite_token           text,
  referrer               text,
  oauth_client_state_id  uuid,
  linking_target_id      uuid,
  email_optional         boolean not null default false
);
comment on table auth.flow_state is 'Stores metadata for all OAuth/SSO login flows';

create index flow_state_created_at_idx on auth.flow_state (created_at desc);
create index idx_auth_code on auth.flow_state (auth_code);
create index idx_user_id_auth_method on auth.flow_state (user_id, authentication_method);
