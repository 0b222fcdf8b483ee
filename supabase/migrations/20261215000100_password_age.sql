-- How old the password of a vault entry is. Of those that are there, when it had changed at the latest is known.
alter table public.password_vault add column password_changed_at timestamptz;
alter table public.password_vault disable trigger touch_updated_at;
update public.password_vault set password_changed_at = updated_at;
alter table public.password_vault enable trigger touch_updated_at;
alter table public.password_vault
  alter column password_changed_at set default now(),
  alter column password_changed_at set not null;

-- A password that is only encrypted anew, under another passphrase, gets no younger: whoever does that in SQL says
-- set_config('vault.same_passwords', 'on', true) in the same transaction, which nobody can through the API.
create function private.note_password_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.password_changed_at := clock_timestamp();
  return new;
end
$$;

create trigger note_password_change
  before update of encrypted_password on public.password_vault for each row
  when (
    old.encrypted_password is distinct from new.encrypted_password
    and coalesce(current_setting('vault.same_passwords', true), '') <> 'on'
  )
  execute function private.note_password_change();
