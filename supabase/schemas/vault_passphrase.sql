-- Replaces all of the caller's vault entries by entries that their browser has encrypted with a new passphrase,
-- completely or not at all. The given list must contain every entry in the version that was read, except those that the
-- caller knowingly leaves out: an entry that was added or changed meanwhile would keep the old passphrase unnoticed.
-- Row policies apply as to any other change. Returns the number of stored entries.
create function public.change_vault_passphrase(
  entries jsonb, left_out uuid[] default '{}', user_agent text default null
) returns integer
language plpgsql set search_path = '' as $$
declare
  me constant uuid := private.my_id();
  stored integer;
begin
  -- Concurrent changes wait for each other: the second one finds newer versions and is refused.
  perform from public.password_vault where user_id = me order by id for update;
  if exists (
    select
    from (select id from public.password_vault where user_id = me) as own
    full join (
      select (entry ->> 'id')::uuid as id from jsonb_array_elements(entries) as entry
      union all
      select unnest(left_out)
    ) as given using (id)
    where own.id is null or given.id is null
  ) then
    raise exception 'Your entries are not the ones that were read.' using errcode = 'PT409';
  end if;

  -- The passwords and two-step keys themselves are unchanged, so their age stays.
  perform set_config('vault.same_passwords', 'on', true);
  update public.password_vault as entry
  set encrypted_password = fresh.encrypted_password, encrypted_notes = fresh.encrypted_notes,
      encrypted_two_step_key = fresh.encrypted_two_step_key
  from jsonb_to_recordset(entries)
    as fresh (
      id uuid, seen timestamptz, encrypted_password text, encrypted_notes text, encrypted_two_step_key text
    )
  where entry.id = fresh.id
    and entry.user_id = me
    and entry.updated_at = fresh.seen
    and (entry.encrypted_notes is null) = (fresh.encrypted_notes is null)
    and (entry.encrypted_two_step_key is null) = (fresh.encrypted_two_step_key is null);
  get diagnostics stored = row_count;
  perform set_config('vault.same_passwords', '', true);
  if stored <> jsonb_array_length(entries) then
    raise exception 'Your entries are not as they were read.' using errcode = 'PT409';
  end if;

  insert into public.vault_access_logs (vault_entry_id, action, user_agent)
  select (entry ->> 'id')::uuid, 'updated', change_vault_passphrase.user_agent
  from jsonb_array_elements(entries) as entry;
  return stored;
end
$$;
revoke execute on function public.change_vault_passphrase from public, anon, service_role;
grant execute on function public.change_vault_passphrase to authenticated;
