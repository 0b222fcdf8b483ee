-- deleted requests for passwords are remembered for erasures

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
