-- take over vault entries

alter table public.audit_events drop constraint audit_events_kind_check;

alter table public.audit_events add constraint audit_events_kind_check CHECK ((kind = ANY (ARRAY['signed_in'::text, 'sign_in_failed'::text, 'password_changed'::text, 'second_step_removed'::text, 'address_changed'::text, 'created'::text, 'invited'::text, 'invitation_revoked'::text, 'password_reset'::text, 'deactivated'::text, 'reactivated'::text, 'account_deleted'::text, 'role_given'::text, 'role_taken'::text, 'joined_agency'::text, 'left_agency'::text, 'agency_added'::text, 'agency_changed'::text, 'agency_deleted'::text, 'plan_changed'::text, 'client_deleted'::text, 'project_deleted'::text, 'step_deleted'::text, 'note_deleted'::text, 'update_deleted'::text, 'enquiry_deleted'::text, 'brought_back'::text, 'vault_copied'::text, 'vault_viewed'::text, 'vault_taken_over'::text, 'exported'::text, 'erased'::text])));

drop function public.leaver(uuid,uuid);

-- The departing person, the number of entries that the list does not name (those that only they could open, those that
-- the caller may not read, and deleted ones, of which only the access log remains), and the number of shared entries
-- that they own.
create function public.leaver(person uuid, agency uuid)
returns table (
  name text, agency_name text, left_at timestamptz, own integer, unnamed integer, deleted integer, shared integer
)
language plpgsql stable security definer set search_path = '' as $$
declare
  left_at constant timestamptz := private.leaver_left_at(person, agency);
  used constant uuid[] := array(
    select distinct log.vault_entry_id from public.vault_access_logs as log
    where log.user_id = person and log.agency_id = agency and log.action in ('copied', 'viewed')
  );
begin
  return query
  select
    user_profiles.display_name,
    (select agencies.name from public.agencies where agencies.id = agency),
    left_at,
    (
      select count(*)::integer from public.password_vault as entry
      where entry.user_id = person and entry.agency_id is null and user_profiles.agency_id = agency
    ),
    (
      select count(*)::integer from public.password_vault as entry
      where
        case
          when entry.agency_id = agency
            then agency is distinct from private.my_agency_id() and (left_at is null or entry.created_at <= left_at)
          else entry.id = any (used) and entry.user_id is distinct from person
        end
    ),
    (
      select count(*)::integer from unnest(used) as used (id)
      where not exists (select from public.password_vault as entry where entry.id = used.id)
    ),
    (
      select count(*)::integer from public.password_vault as entry
      where entry.user_id = person and entry.agency_id = agency
    )
  from public.user_profiles
  where user_profiles.id = person;
end
$$;

revoke execute on function public.leaver from public, anon, service_role;

grant execute on function public.leaver to authenticated;

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

-- Makes the caller the owner of an entry that they may take over.
create function public.take_over_entry(entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_role('agency_admin', 'admin', 'super_admin') then
    raise exception 'Only admins take over entries.' using errcode = '42501';
  end if;
  -- The lock makes a second caller wait and then find an owner.
  perform from public.password_vault where id = entry for update;
  if not exists (select from public.entries_to_take_over() as id where id = entry) then
    raise exception 'This entry has an owner who can change it, or is no longer shared with your agency.'
      using errcode = 'PT409';
  end if;
  update public.password_vault set user_id = private.my_id() where id = entry;
  perform private.audit('vault_taken_over', private.my_agency_id(), entry, null);
end
$$;

revoke execute on function public.take_over_entry from public, anon, service_role;

grant execute on function public.take_over_entry to authenticated;
