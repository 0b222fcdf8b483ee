-- Binds each ciphertext of the vault to its entry: it is accepted only in its canonical form, and only in the entry and
-- field where it was first stored. Otherwise a person without the passphrase could copy the ciphertext of a password
-- into an entry of their own, and a colleague might paste it into a page of theirs.

-- The entry and field where each ciphertext was first stored. A row outlives its entry, which may be restored under the
-- same id. The API does not expose the table.
create table private.vault_payloads (
  hash     bytea primary key,
  entry_id uuid not null,
  field    text not null check (field in ('password', 'notes', 'two_step_key', 'private_key'))
);
revoke all on private.vault_payloads from public, anon, authenticated, service_role;

-- The bytes that only their key opens, nonce and ciphertext; null for what is not, to the letter, what the vault writes:
--   {"v":1,"iterations":250000,"salt":"16 bytes","nonce":"12 bytes","ciphertext":"any, and a tag of 16 bytes"}
-- Everything before the ciphertext has one length. The salt is left out: under another one the key is another.
create function private.sealed_bytes(stored text) returns bytea
language plpgsql immutable strict set search_path = '' as $$
declare
  ciphertext text;
  bytes bytea;
begin
  if stored !~ ('^\{"v":1,"iterations":250000,"salt":"[A-Za-z0-9+/]{21}[AQgw]==","nonce":"[A-Za-z0-9+/]{16}",'
                '"ciphertext":"[A-Za-z0-9+/]{20,}={0,2}"\}$') then
    return null;
  end if;
  ciphertext := substr(stored, 103, length(stored) - 104);
  if length(ciphertext) % 4 <> 0 then
    return null;
  end if;
  bytes := decode(ciphertext, 'base64');
  -- Base64 can say the same bytes in several ways; one of them is enough.
  if length(bytes) < 16 or replace(encode(bytes, 'base64'), chr(10), '') <> ciphertext then
    return null;
  end if;
  return decode(substr(stored, 71, 16), 'base64') || bytes;
end
$$;
revoke execute on function private.sealed_bytes from public;

create function private.keep_payload_in_place() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  part text := tg_argv[0];
  bytes bytea := private.sealed_bytes(to_jsonb(new) ->> ('encrypted_' || part));
  place private.vault_payloads;
begin
  if bytes is null then
    raise exception 'Invalid payload' using errcode = '23514';
  end if;
  insert into private.vault_payloads (hash, entry_id, field) values (sha256(bytes), new.id, part)
  on conflict (hash) do nothing;
  select * into strict place from private.vault_payloads where hash = sha256(bytes);
  if (place.entry_id, place.field) <> (new.id, part) then
    raise exception 'This was sealed for another entry, or for another field of it.' using errcode = '23505';
  end if;
  return null;
end
$$;
revoke execute on function private.keep_payload_in_place from public;
