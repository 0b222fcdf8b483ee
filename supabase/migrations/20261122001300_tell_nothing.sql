-- An answer tells nothing of other agencies: a row of theirs and one that never was are refused in the same words.

-- Entries that are gone, for a day: a deletion is recorded when there is nothing left to see.
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

create trigger remember_deleted
  after delete on public.password_vault for each row execute function private.remember_deleted_entry();

-- Whether the caller could read an entry, as the policy on entries says, until it was deleted.
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

alter policy "staff record what they did with entries they may read, or have just deleted"
  on public.vault_access_logs
  with check (
    (select private.may_write())
    and user_id = (select private.my_id())
    and agency_id is not distinct from (select private.my_agency_id())
    and (
      exists (select from public.password_vault where password_vault.id = vault_access_logs.vault_entry_id)
      or private.could_read_deleted_entry(vault_entry_id)
    )
  );
drop function private.vault_entry_exists;

create function private.is_staff_of(person uuid, agency uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.user_profiles
    join public.user_roles on user_roles.user_id = user_profiles.id
    where user_profiles.id = person
      and user_profiles.agency_id = agency
      and user_roles.role in ('agency_staff', 'agency_admin', 'admin', 'super_admin')
  );
end
$$;

-- This comes before the policies, which refuse whoever reaches for another agency: it must not tell them first who works
-- there.
create or replace function private.verify_assignee() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated'
     and new.agency_id is distinct from private.my_active_agency_id()
     and not private.is_super_admin() then
    return new;
  end if;
  if new.assigned_to is null
     or tg_op = 'UPDATE' and (new.assigned_to, new.agency_id) = (old.assigned_to, old.agency_id)
     or private.is_staff_of(new.assigned_to, new.agency_id) then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.assigned_to = old.assigned_to then
    -- The project moved to another agency and left its assignee behind.
    new.assigned_to := null;
    return new;
  end if;
  raise exception 'A project can only be assigned to staff of its agency.' using errcode = '23514';
end
$$;
