-- Stores the caller's vault anew, encrypted with another passphrase in their browser: all of it or nothing. What is given
-- has to be every entry of theirs as it was read, but for those that they were told about and leave out: an entry that was
-- added or changed meanwhile would be the only one under the old passphrase, and nobody would know. The row policies decide
-- as about any other change. How many entries were stored.
create function public.change_vault_passphrase(
  entries jsonb, left_out uuid[] default '{}', user_agent text default null
) returns integer
language plpgsql set search_path = '' as $$
declare
  me constant uuid := private.my_id();
  stored integer;
begin
  -- Changes take turns: the second one finds other versions and is refused.
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

  -- The passwords themselves stay the same, and get no younger.
  perform set_config('vault.same_passwords', 'on', true);
  update public.password_vault as entry
  set encrypted_password = fresh.encrypted_password, encrypted_notes = fresh.encrypted_notes
  from jsonb_to_recordset(entries)
    as fresh (id uuid, seen timestamptz, encrypted_password text, encrypted_notes text)
  where entry.id = fresh.id
    and entry.user_id = me
    and entry.updated_at = fresh.seen
    and (entry.encrypted_notes is null) = (fresh.encrypted_notes is null);
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
