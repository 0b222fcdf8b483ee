-- Credentials, encrypted in the browser: the database never receives a password or the passphrase. An entry belongs to
-- the person who created it. With an agency_id it is shared with that agency, whose staff may read it.
create table public.password_vault (
  id                      uuid primary key default gen_random_uuid(),
  user_id                 uuid references public.user_profiles (id) on delete set null,
  agency_id               uuid references public.agencies (id) on delete set null,
  title                   text not null check (title ~ '\S' and length(title) <= 200),
  website_url             text check (private.is_web_address(website_url)),
  username                text check (length(username) <= 320),
  encrypted_password      text not null check (length(encrypted_password) between 1 and 20000),
  encrypted_notes         text check (length(encrypted_notes) <= 100000),
  tags                    text[] not null default '{}'
                            check (cardinality(tags) <= 50 and array_position(tags, null) is null),
  is_favorite             boolean not null default false,
  password_strength_score smallint not null default 0 check (password_strength_score between 0 and 4),
  created_at              timestamptz not null default now(),
  -- The time of the last change, by which a form notices that the entry was saved in another window meanwhile.
  updated_at              timestamptz not null default now(),
  -- The time of the last change of the password.
  password_changed_at     timestamptz not null default now(),
  -- The client of the agency that the entry is about, if any.
  client_id               uuid references public.clients (id) on delete set null,
  -- The key of an authenticator app, if any, and the time of its last change, which tells readers of the list that there
  -- is one.
  encrypted_two_step_key  text check (length(encrypted_two_step_key) <= 20000),
  two_step_key_changed_at timestamptz,
  constraint password_vault_two_step_key_check
    check ((encrypted_two_step_key is null) = (two_step_key_changed_at is null))
);
create index password_vault_user_id_idx on public.password_vault (user_id);
create index password_vault_agency_id_idx on public.password_vault (agency_id);
create index password_vault_created_at_idx on public.password_vault (created_at desc);
create index password_vault_client_id_idx on public.password_vault (client_id, created_at desc)
  where client_id is not null;

alter table public.password_vault enable row level security;
revoke all on public.password_vault from anon, authenticated, service_role;
grant select, insert, update, delete on public.password_vault to service_role;
grant select, delete on public.password_vault to authenticated;
grant insert (user_id, agency_id, title, website_url, username, encrypted_password, encrypted_notes, tags, is_favorite,
              password_strength_score, client_id, encrypted_two_step_key),
      update (agency_id, title, website_url, username, encrypted_password, encrypted_notes, tags, is_favorite,
              password_strength_score, client_id, encrypted_two_step_key)
  on public.password_vault to authenticated;

create trigger fill_in_user_id
  before insert on public.password_vault for each row execute function private.fill_in_caller('user_id');

-- Whether an entry of the caller may be about this client: it must be of the caller's own agency, for super admins too.
create function private.is_my_client(client uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.clients
    where clients.id = client and clients.agency_id = private.my_agency_id()
  );
end
$$;
revoke execute on function private.is_my_client from public;
grant execute on function private.is_my_client to authenticated;

-- Entries that their owner shared with an agency stay with it when the owner leaves.
create policy "staff read their own entries and those shared with their agency"
  on public.password_vault for select to authenticated
  using (
    agency_id = (select private.my_agency_id())
    or (agency_id is null and user_id = (select private.my_id()) and (select private.is_staff()))
  );

create policy "staff add entries of their own, shared with their agency or not"
  on public.password_vault for insert to authenticated
  with check (
    (select private.may_write())
    and user_id = (select private.my_id())
    and (agency_id is null or agency_id = (select private.my_agency_id()))
    and (client_id is null or private.is_my_client(client_id))
  );

create policy "staff edit their own entries"
  on public.password_vault for update to authenticated
  using (
    (select private.may_write())
    and user_id = (select private.my_id())
    and (agency_id is null or agency_id = (select private.my_agency_id()))
  )
  with check (
    (select private.may_write())
    and user_id = (select private.my_id())
    and (agency_id is null or agency_id = (select private.my_agency_id()))
    and (client_id is null or private.is_my_client(client_id))
  );

create policy "staff delete their own entries, admins also those shared with their agency"
  on public.password_vault for delete to authenticated
  using (
    (select private.may_write())
    and (
      (user_id = (select private.my_id()) and (agency_id is null or agency_id = (select private.my_agency_id())))
      or (agency_id = (select private.my_agency_id()) and (select private.has_role('agency_admin', 'admin')))
    )
  );

-- Deletes an entry whose owner and agency are both gone, because nobody could see it.
create function private.delete_ownerless_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.password_vault where id = new.id;
  return null;
end
$$;
revoke execute on function private.delete_ownerless_entry from public;

create trigger delete_ownerless_entry
  after update on public.password_vault for each row
  when (new.user_id is null and new.agency_id is null)
  execute function private.delete_ownerless_entry();

-- Removes the client of an entry if it belongs to another agency than the entry: when the client or the owner moves, or
-- when a deleted client is restored. An owner without an agency keeps it, because they may return.
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
revoke execute on function private.unlink_entries_elsewhere from public;

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

create trigger touch_updated_at
  before update on public.password_vault for each row execute function private.touch_updated_at();

-- Sets the time of a changed password. A password that is only encrypted again with another passphrase keeps its age:
-- SQL that does so calls set_config('vault.same_passwords', 'on', true) in the same transaction, which is not possible
-- through the API.
create function private.note_password_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.password_changed_at := clock_timestamp();
  return new;
end
$$;
revoke execute on function private.note_password_change from public;

create trigger note_password_change
  before update of encrypted_password on public.password_vault for each row
  when (
    old.encrypted_password is distinct from new.encrypted_password
    and coalesce(current_setting('vault.same_passwords', true), '') <> 'on'
  )
  execute function private.note_password_change();

-- Sets the time of a changed two-step key, and removes it with the key. The same key encrypted again keeps its age, like a
-- password. A row that the service key puts back keeps the time that it had.
create function private.note_two_step_key_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.encrypted_two_step_key is null then
    new.two_step_key_changed_at := null;
  elsif tg_op = 'INSERT' then
    new.two_step_key_changed_at := coalesce(new.two_step_key_changed_at, clock_timestamp());
  elsif old.encrypted_two_step_key is null or coalesce(current_setting('vault.same_passwords', true), '') <> 'on' then
    new.two_step_key_changed_at := clock_timestamp();
  end if;
  return new;
end
$$;
revoke execute on function private.note_two_step_key_change from public;

create trigger note_two_step_key_added
  before insert on public.password_vault for each row
  execute function private.note_two_step_key_change();
create trigger note_two_step_key_changed
  before update of encrypted_two_step_key on public.password_vault for each row
  when (old.encrypted_two_step_key is distinct from new.encrypted_two_step_key)
  execute function private.note_two_step_key_change();

-- The trigger runs after the row policies, so a caller who may not store an entry learns only that. It checks changed
-- payloads only: an entry with a damaged payload can still be renamed, shared and given a new password.
create trigger keep_password_in_place_added
  after insert on public.password_vault for each row
  execute function private.keep_payload_in_place('password');
create trigger keep_password_in_place_changed
  after update on public.password_vault for each row
  when ((old.id, old.encrypted_password) is distinct from (new.id, new.encrypted_password))
  execute function private.keep_payload_in_place('password');
create trigger keep_notes_in_place_added
  after insert on public.password_vault for each row
  when (new.encrypted_notes is not null)
  execute function private.keep_payload_in_place('notes');
create trigger keep_notes_in_place_changed
  after update on public.password_vault for each row
  when (new.encrypted_notes is not null
        and (old.id, old.encrypted_notes) is distinct from (new.id, new.encrypted_notes))
  execute function private.keep_payload_in_place('notes');
create trigger keep_two_step_key_in_place_added
  after insert on public.password_vault for each row
  when (new.encrypted_two_step_key is not null)
  execute function private.keep_payload_in_place('two_step_key');
create trigger keep_two_step_key_in_place_changed
  after update on public.password_vault for each row
  when (new.encrypted_two_step_key is not null
        and (old.id, old.encrypted_two_step_key) is distinct from (new.id, new.encrypted_two_step_key))
  execute function private.keep_payload_in_place('two_step_key');

create trigger remember_deleted
  after delete on public.password_vault for each row execute function private.remember_deleted_entry();

-- Deletes the records of deleted entries of these people and agencies, for an erasure with the service key. Returns
-- their number.
create function public.forget_deleted_vault_entries(people uuid[], agencies uuid[]) returns integer
language sql security definer set search_path = '' as $$
  with gone as (
    delete from private.deleted_vault_entries
    where (user_id = any (people) or agency_id = any (agencies))
      and not exists (select from public.password_vault where password_vault.id = deleted_vault_entries.id)
    returning id
  ),
  places as (delete from private.vault_payloads where entry_id in (select id from gone))
  select count(*)::integer from gone
$$;
revoke execute on function public.forget_deleted_vault_entries from public, anon, authenticated;
grant execute on function public.forget_deleted_vault_entries to service_role;
