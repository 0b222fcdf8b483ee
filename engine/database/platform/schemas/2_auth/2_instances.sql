-- A table of the hosted service; the engine never writes it.
create table auth.instances (
  id              uuid not null primary key,
  uuid            uuid,
  raw_base_config text,
  created_at      timestamptz,
  updated_at      timestamptz
);
comment on table auth.instances is 'Auth: Manages users across multiple sites.';
