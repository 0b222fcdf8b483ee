-- Entries of the vault are about clients, if wanted.
alter table public.password_vault add column client_id uuid references public.clients (id) on delete set null;
create index password_vault_client_id_idx on public.password_vault (client_id, created_at desc)
  where client_id is not null;
grant insert (client_id), update (client_id) on public.password_vault to authenticated;

-- Whether an entry of the caller's may be about this client: also a super admin's only about one of their own agency.
create function private.is_my_client(client uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.clients
    where clients.id = client and clients.agency_id = private.my_agency_id()
  );
end
$$;

alter policy "staff add entries of their own, shared with their agency or not" on public.password_vault
  with check (
    (select private.may_write())
    and user_id = (select private.my_id())
    and (agency_id is null or agency_id = (select private.my_agency_id()))
    and (client_id is null or private.is_my_client(client_id))
  );
alter policy "staff edit their own entries" on public.password_vault
  with check (
    (select private.may_write())
    and user_id = (select private.my_id())
    and (agency_id is null or agency_id = (select private.my_agency_id()))
    and (client_id is null or private.is_my_client(client_id))
  );

-- An entry is not about a client of another agency: neither when the client moves to one, nor when the entry's owner does,
-- nor when a client comes back that was deleted before that. An owner without an agency may come back to theirs.
create function private.unlink_entries_elsewhere() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.password_vault as entry set client_id = null
  from public.clients
  where clients.id = entry.client_id
    and new.id in (entry.id, entry.client_id, entry.user_id)
    and clients.agency_id <> coalesce(
      entry.agency_id,
      (select user_profiles.agency_id from public.user_profiles where user_profiles.id = entry.user_id)
    );
  return null;
end
$$;

create trigger unlink_elsewhere
  after update of client_id, agency_id on public.password_vault for each row
  when (new.client_id is not null)
  execute function private.unlink_entries_elsewhere();
create trigger unlink_entries_elsewhere
  after update of agency_id on public.clients for each row
  when (old.agency_id is distinct from new.agency_id)
  execute function private.unlink_entries_elsewhere();
create trigger unlink_entries_elsewhere
  after update of agency_id on public.user_profiles for each row
  when (old.agency_id is distinct from new.agency_id)
  execute function private.unlink_entries_elsewhere();
