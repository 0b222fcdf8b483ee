-- The leaver's list: vault entries of an agency whose passwords a departing person may know, so that they get changed.
-- Row policies decide which entries are named, because the caller may read those anyway; others are only counted.

-- The time at which a person left the agency's vault; null while they are on the staff. Only admins who may manage them
-- get an answer.
create function private.leaver_left_at(person uuid, agency uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  works_there constant boolean := exists (
    select from public.user_profiles where user_profiles.id = person and user_profiles.agency_id = agency
  );
  last_event constant timestamptz := (
    select max(created_at) from public.audit_events
    where subject_id = person and agency_id = agency
      and kind = case when works_there then 'role_taken' else 'left_agency' end
  );
  deactivated constant timestamptz := (select deactivated_at from public.user_profiles where id = person);
begin
  if not (private.is_super_admin() or private.has_role('agency_admin', 'admin')) then
    raise exception 'Only admins read the leaver''s list.' using errcode = '42501';
  end if;
  if not (private.is_super_admin() or agency = private.my_agency_id()) or not works_there and last_event is null then
    raise exception 'There is no such person in your agency, and was none.' using errcode = 'PT404';
  end if;
  if private.is_staff_of(person, agency) then
    return null;
  end if;
  if not works_there then
    -- A person who is moved after they were deactivated had left already.
    return least(deactivated, last_event);
  end if;
  -- A person with neither was never on the staff.
  return coalesce(deactivated, last_event, '-infinity');
end
$$;
revoke execute on function private.leaver_left_at from public;
grant execute on function private.leaver_left_at to authenticated;

-- The entries that the caller may read. A copied or viewed password is listed while it is unchanged, and with `is_changed`
-- once it was changed after the person had left, and the two-step key too where there is one. `to_change` has what is
-- still as the person knew it: `password`, `two_step_key`. An entry that was taken over is still one that they owned.
create function public.leavers_list(person uuid, agency uuid)
returns table (
  id uuid, title text, website_url text, username text, owner text, is_theirs boolean,
  copied_at timestamptz, viewed_at timestamptz, password_changed_at timestamptz, is_changed boolean, to_change text[]
)
language plpgsql stable set search_path = '' as $$
declare
  left_at constant timestamptz := private.leaver_left_at(person, agency);
begin
  return query
  select
    entry.id, entry.title, entry.website_url, entry.username, user_profiles.display_name,
    entry.user_id is not distinct from person or exists (
      select from public.audit_events as line
      where line.subject_id = entry.id
        and line.kind = 'vault_taken_over'
        and private.audit_decrypt(line.subject_id, line.said) ->> 'former_owner' = person::text
    ),
    used.copied_at, used.viewed_at, entry.password_changed_at,
    cardinality(left_over.parts) = 0, left_over.parts
  from public.password_vault as entry
  left join public.user_profiles on user_profiles.id = entry.user_id
  cross join lateral (
    select
      max(log.created_at) filter (where log.action = 'copied') as copied_at,
      max(log.created_at) filter (where log.action = 'viewed') as viewed_at
    from public.vault_access_logs as log
    where log.vault_entry_id = entry.id
      and log.user_id = person
      and (log.created_at > least(entry.password_changed_at, entry.two_step_key_changed_at)
           or greatest(entry.password_changed_at, entry.two_step_key_changed_at) > left_at)
  ) as used
  cross join lateral (
    select array_remove(array[
      case when left_at is null or entry.password_changed_at <= left_at then 'password' end,
      case
        when entry.two_step_key_changed_at is not null and (left_at is null or entry.two_step_key_changed_at <= left_at)
          then 'two_step_key'
      end
    ], null) as parts
  ) as left_over
  where entry.agency_id = agency
    and (left_at is null or entry.created_at <= left_at or coalesce(used.copied_at, used.viewed_at) is not null)
  order by lower(entry.title), entry.id;
end
$$;
revoke execute on function public.leavers_list from public, anon, service_role;
grant execute on function public.leavers_list to authenticated;

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
