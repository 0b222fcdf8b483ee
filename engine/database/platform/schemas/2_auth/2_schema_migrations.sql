-- A table of the hosted service; the engine never writes it.
create table auth.schema_migrations (
  version varchar(255) not null primary key
);
comment on table auth.schema_migrations is 'Auth: Manages updates to the auth system.';
