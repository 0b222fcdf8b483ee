-- Passwords that clients are asked for and hand over sealed. Each row has a key pair of its own, made in the browser of the person
-- who asks: the public half goes to the client's page, the private half is a payload of the vault. What the client types is
-- sealed in their browser, so neither half nor the sealed text tells the database anything. docs/vault-security.md says what
-- that stops.
create table public.client_secrets (
  -- The browser chooses it, because the private half names the row that it belongs to.
  id           uuid primary key default gen_random_uuid(),
  -- The agency is that of the client.
  agency_id    uuid not null,
  client_id    uuid not null,
  -- What is asked for: 'Shop admin password'.
  label        text not null check (label ~ '\S' and length(label) <= 80),
  asked_by     uuid references public.user_profiles (id) on delete set null,
  -- A point of P-256, uncompressed: 65 bytes that begin with 04.
  public_key   text check (public_key ~ '^B[A-Za-z0-9+/]{85}[AEIMQUYcgkosw048]=$'),
  encrypted_private_key text check (length(encrypted_private_key) <= 2000),
  sealed       text,
  created_at   timestamptz not null default now(),
  -- Until then the client may send it, and once it is sent the agency may open it.
  expires_at   timestamptz not null default now() + interval '14 days',
  sent_at      timestamptz,
  opened_at    timestamptz,
  constraint client_secrets_key_pair check ((public_key is null) = (encrypted_private_key is null)),
  -- What was opened has left nothing that could be opened again.
  constraint client_secrets_opened_once check (opened_at is null or sent_at is not null and public_key is null),
  constraint client_secrets_sealed_form check (
    sealed is null or sent_at is not null and public_key is not null and length(sealed) <= 40000
    and sealed ~ ('^\{"v":1,"key":"B[A-Za-z0-9+/]{85}[AEIMQUYcgkosw048]=","nonce":"[A-Za-z0-9+/]{16}",'
                  '"ciphertext":"([A-Za-z0-9+/]{4})+([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"\}$')
  ),
  constraint client_secrets_client_id_fkey foreign key (client_id, agency_id)
    references public.clients (id, agency_id) on update cascade on delete cascade
);
create index client_secrets_client_id_idx on public.client_secrets (client_id, created_at desc);
create index client_secrets_agency_id_idx on public.client_secrets (agency_id, created_at desc);
create index client_secrets_asked_by_idx on public.client_secrets (asked_by);
create index client_secrets_expires_at_idx on public.client_secrets (expires_at);

alter table public.client_secrets enable row level security;
revoke all on public.client_secrets from anon, authenticated, service_role;
grant select, insert, update, delete on public.client_secrets to service_role;
grant select, delete, insert (id, client_id, label, public_key, encrypted_private_key) on public.client_secrets to authenticated;

-- Super admins too reach only their own agency, as with the entries of the vault.
create policy "staff read what their agency's clients are asked for"
  on public.client_secrets for select to authenticated
  using (agency_id = (select private.my_agency_id()));

create policy "staff ask their agency's clients"
  on public.client_secrets for insert to authenticated
  with check ((select private.may_write()) and private.is_my_client(client_id) and public_key is not null);

create policy "staff withdraw what their agency's clients are asked for"
  on public.client_secrets for delete to authenticated
  using ((select private.may_write()) and agency_id = (select private.my_agency_id()));

create function private.fill_in_agency_of_secret() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.agency_id := (select agency_id from public.clients where id = new.client_id);
  return new;
end
$$;
revoke execute on function private.fill_in_agency_of_secret from public;

create trigger fill_in_agency
  before insert on public.client_secrets for each row execute function private.fill_in_agency_of_secret();
create trigger fill_in_asked_by
  before insert on public.client_secrets for each row execute function private.fill_in_caller('asked_by');

-- The private half is accepted in this row only, as the passwords of entries are in theirs (vault_payloads.sql).
create trigger keep_private_key_in_place
  after insert on public.client_secrets for each row
  when (new.encrypted_private_key is not null)
  execute function private.keep_payload_in_place('private_key');

-- Remembers a deleted row for a day, so that an erasure also deletes the record of its private half
-- (forget_deleted_vault_entries).
create function private.remember_deleted_secret() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_vault_entries (id, user_id, agency_id) values (old.id, old.asked_by, old.agency_id)
  on conflict (id) do nothing;
  return null;
end
$$;
revoke execute on function private.remember_deleted_secret from public;

create trigger remember_deleted
  after delete on public.client_secrets for each row execute function private.remember_deleted_secret();

-- Withdraws what a client was asked for when the client is deleted or moves to another agency: the people who asked could no
-- longer open it, and nothing sealed is kept among the recently deleted rows.
create function private.withdraw_secrets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.client_secrets where old.id in (client_id, agency_id);
  return case tg_op when 'DELETE' then old else new end;
end
$$;
revoke execute on function private.withdraw_secrets from public;

-- Its name comes before that of keep_deleted, which keeps what belongs to the client.
create trigger a_withdraw_secrets
  before delete on public.clients for each row execute function private.withdraw_secrets();
create trigger a_withdraw_secrets_moved
  before update of agency_id on public.clients for each row
  when (old.agency_id is distinct from new.agency_id)
  execute function private.withdraw_secrets();
create trigger a_withdraw_secrets
  before delete on public.agencies for each row execute function private.withdraw_secrets();

alter publication supabase_realtime add table public.client_secrets;
