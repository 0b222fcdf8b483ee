-- API keys of the newer form (sb_…), by name. A key is derived from its id and a secret of the installation, so reading
-- this table reveals no key.
create table engine.api_keys (
  id          uuid primary key default gen_random_uuid(),
  type        text not null check (type in ('publishable', 'secret')),
  name        text not null check (name ~ '^[a-z_][a-z0-9_]{0,63}$'),
  inserted_at timestamptz not null default now(),
  unique (type, name)
);
insert into engine.api_keys (type, name) values ('publishable', 'default'), ('secret', 'default');

-- Tells all servers to read the keys again, so that a revoked key is refused at once.
create function engine.tell_api_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('engine_api_keys', '');
  return null;
end
$$;
create trigger tell_api_keys after insert or update or delete or truncate on engine.api_keys
  for each statement execute function engine.tell_api_keys();

revoke all on engine.api_keys from public;
revoke all on function engine.tell_api_keys from public;
