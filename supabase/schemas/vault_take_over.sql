-- Taking over shared vault entries that nobody can change any more: their owner was deactivated, left the agency, lost
-- the role or is gone. The payloads stay as they are; only the owner changes.

-- The shared entries that the caller may take over: agency admins and admins those of their own agency, and super admins
-- likewise, because they read the entries of no other. Returns nothing to everybody else.
create function public.entries_to_take_over() returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_role('agency_admin', 'admin', 'super_admin') or not private.may_write() then
    return;
  end if;
  return query
  select entry.id
  from public.password_vault as entry
  where entry.agency_id = private.my_agency_id()
    and (entry.user_id is null or not private.is_staff_of(entry.user_id, entry.agency_id));
end
$$;
revoke execute on function public.entries_to_take_over from public, anon, service_role;
grant execute on function public.entries_to_take_over to authenticated;

-- Makes the caller the owner of an entry that they may take over. The audit trail keeps the id of the former owner, whose
-- leaver's list the entry stays in.
create function public.take_over_entry(entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  former_owner uuid;
begin
  if not private.has_role('agency_admin', 'admin', 'super_admin') then
    raise exception 'Only admins take over entries.' using errcode = '42501';
  end if;
  -- The lock makes a second caller wait and then find an owner.
  select user_id into former_owner from public.password_vault where id = entry for update;
  if not exists (select from public.entries_to_take_over() as id where id = entry) then
    raise exception 'This entry has an owner who can change it, or is no longer shared with your agency.'
      using errcode = 'PT409';
  end if;
  update public.password_vault set user_id = private.my_id() where id = entry;
  -- Details of a line are encrypted with the key of its subject, and an entry without a name has none yet.
  insert into private.audit_subjects (id, names) values (entry, '') on conflict do nothing;
  perform private.audit(
    'vault_taken_over', private.my_agency_id(), entry, null, jsonb_build_object('former_owner', former_owner)
  );
end
$$;
revoke execute on function public.take_over_entry from public, anon, service_role;
grant execute on function public.take_over_entry to authenticated;
