-- Vault entries deleted within the last day, because the deletion is recorded when the entry no longer exists.
create table private.deleted_vault_entries (
  id         uuid primary key,
  user_id    uuid,
  agency_id  uuid,
  deleted_at timestamptz not null default now()
);
create index deleted_vault_entries_deleted_at_idx on private.deleted_vault_entries (deleted_at);
revoke all on private.deleted_vault_entries from public, anon, authenticated, service_role;

create function private.remember_deleted_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.deleted_vault_entries where deleted_at < now() - interval '1 day';
  insert into private.deleted_vault_entries as gone (id, user_id, agency_id)
  values (old.id, old.user_id, old.agency_id)
  on conflict (id) do update
    set user_id = excluded.user_id, agency_id = excluded.agency_id, deleted_at = excluded.deleted_at;
  return null;
end
$$;
revoke execute on function private.remember_deleted_entry from public;

-- Whether the caller could read an entry before it was deleted, by the rule of the policy on entries.
create function private.could_read_deleted_entry(entry uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.deleted_vault_entries as gone
    where gone.id = entry
      and not exists (select from public.password_vault where password_vault.id = gone.id)
      and (
        gone.agency_id = private.my_agency_id()
        or (gone.agency_id is null and gone.user_id = private.my_id() and private.is_staff())
      )
  );
end
$$;
revoke execute on function private.could_read_deleted_entry from public;
grant execute on function private.could_read_deleted_entry to authenticated;
