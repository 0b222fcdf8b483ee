-- The access log of the vault. A record outlives the entry, the person and the agency, and nobody can edit it.
create table public.vault_access_logs (
  id             uuid primary key default gen_random_uuid(),
  -- There is no foreign key, because a deletion is recorded when the entry no longer exists.
  vault_entry_id uuid not null,
  user_id        uuid references public.user_profiles (id) on delete set null,
  agency_id      uuid references public.agencies (id) on delete set null,
  action         text not null check (action in ('updated', 'deleted', 'copied', 'viewed')),
  user_agent     text check (length(user_agent) <= 2000),
  created_at     timestamptz not null default now()
);
create index vault_access_logs_vault_entry_id_idx on public.vault_access_logs (vault_entry_id, created_at desc);
create index vault_access_logs_user_id_idx on public.vault_access_logs (user_id);
create index vault_access_logs_agency_id_idx on public.vault_access_logs (agency_id, created_at desc);
create index vault_access_logs_created_at_idx on public.vault_access_logs (created_at desc);

alter table public.vault_access_logs enable row level security;
revoke all on public.vault_access_logs from anon, authenticated, service_role;
grant select, insert, update, delete on public.vault_access_logs to service_role;
grant select, insert (vault_entry_id, user_id, agency_id, action, user_agent)
  on public.vault_access_logs to authenticated;

create trigger fill_in_agency
  before insert on public.vault_access_logs for each row execute function private.fill_in_agency();
create trigger fill_in_user_id
  before insert on public.vault_access_logs for each row execute function private.fill_in_caller('user_id');

create policy "staff record what they did with entries they may read, or have just deleted"
  on public.vault_access_logs for insert to authenticated
  with check (
    (select private.may_write())
    and user_id = (select private.my_id())
    and agency_id is not distinct from (select private.my_agency_id())
    and (
      exists (select from public.password_vault where password_vault.id = vault_access_logs.vault_entry_id)
      or private.could_read_deleted_entry(vault_entry_id)
    )
  );

create policy "admins read what happened in their agency, super admins everything"
  on public.vault_access_logs for select to authenticated
  using (
    (agency_id = (select private.my_agency_id()) and (select private.has_role('agency_admin', 'admin')))
    or (select private.is_super_admin())
  );
