-- Secrets encrypted with a key that is not in the database: every transaction of the engine brings it from keys.json.
create schema vault;

create function vault._key() returns text language plpgsql stable set search_path = '' as $$
declare
  vault_key text := nullif(current_setting('engine.vault_key', true), '');
begin
  if vault_key is null then
    raise exception 'The key of the vault is in keys.json, and only the engine has it at hand'
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  return vault_key;
end
$$;

-- The row's id is part of the encryption, so that a ciphertext moved to another row does not decrypt.
create function vault._encrypt(id uuid, secret text) returns text language sql volatile set search_path = '' as $$
  select encode(extensions.pgp_sym_encrypt(id::text || secret, vault._key(), 'cipher-algo=aes256, s2k-mode=0'), 'base64')
$$;

create function vault._decrypt(id uuid, secret text) returns text language plpgsql stable set search_path = '' as $$
declare
  found text := extensions.pgp_sym_decrypt(decode(secret, 'base64'), vault._key());
begin
  if not starts_with(found, id::text) then
    raise exception 'Wrong key or corrupt data' using errcode = 'external_routine_invocation_exception';
  end if;
  return substr(found, 37);
end
$$;

create table vault.secrets (
  id          uuid primary key default gen_random_uuid(),
  name        text,
  description text not null default '',
  secret      text not null,
  -- The hosted service has these two, and SQL may name them.
  key_id      uuid,
  nonce       bytea,
  created_at  timestamptz not null default current_timestamp,
  updated_at  timestamptz not null default current_timestamp
);
comment on table vault.secrets is 'Table with encrypted `secret` column for storing sensitive information on disk.';
create unique index secrets_name_idx on vault.secrets (name) where name is not null;

create function vault._encrypt_secret() returns trigger language plpgsql set search_path = '' as $$
begin
  new.secret = vault._encrypt(new.id, new.secret);
  return new;
end
$$;
create trigger encrypt_secret before insert on vault.secrets
  for each row execute function vault._encrypt_secret();
create trigger encrypt_changed_secret before update of secret on vault.secrets
  for each row when (new.secret is distinct from old.secret) execute function vault._encrypt_secret();

create view vault.decrypted_secrets as
  select id, name, description, secret, vault._decrypt(id, secret) as decrypted_secret, key_id, nonce, created_at, updated_at
  from vault.secrets;

create function vault.create_secret(
  new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null
) returns uuid language sql security definer set search_path = '' as $$
  insert into vault.secrets (secret, name, description, key_id)
  values (new_secret, new_name, coalesce(new_description, ''), new_key_id)
  returning id
$$;

create function vault.update_secret(
  secret_id uuid, new_secret text default null, new_name text default null, new_description text default null,
  new_key_id uuid default null
) returns void language sql security definer set search_path = '' as $$
  update vault.secrets set
    secret = coalesce(new_secret, secret),
    name = coalesce(new_name, name),
    description = coalesce(new_description, description),
    key_id = coalesce(new_key_id, key_id),
    updated_at = now()
  where id = secret_id
$$;

-- The project's own server may use these functions, and users may not, as on the hosted service.
revoke all on all functions in schema vault from public;
grant usage on schema vault to service_role;
grant select, delete on vault.secrets, vault.decrypted_secrets to service_role;
grant execute on function vault.create_secret, vault.update_secret, vault._decrypt, vault._key to service_role;
