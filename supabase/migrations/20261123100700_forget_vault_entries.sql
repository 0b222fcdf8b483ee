-- Nothing remains of entries that are gone, whose people or agencies are gone too: for whoever has the service key and
-- erases for good. How many there were.
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
