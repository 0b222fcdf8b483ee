-- The leaver's list: the entries of an agency's vault that somebody who leaves may know, so that their passwords are
-- changed. The row policies decide what is named, since it only puts together what the caller reads anyway; what the
-- caller may not read is counted.

-- Since when somebody is out of an agency's vault, null while they are on its staff, for the admins who may ask.
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
  return coalesce(
    case when works_there then (select deactivated_at from public.user_profiles where id = person) end,
    last_event,
    -- Somebody who never was on the staff.
    '-infinity'
  );
end
$$;
revoke execute on function private.leaver_left_at from public;
grant execute on function private.leaver_left_at to authenticated;

-- The entries that the caller may read. What was copied or seen counts as long as the password is the one from then, and is
-- told still once it was changed after the person had left.
create function public.leavers_list(person uuid, agency uuid)
returns table (
  id uuid, title text, website_url text, username text, owner text, is_theirs boolean,
  copied_at timestamptz, viewed_at timestamptz, password_changed_at timestamptz, is_changed boolean
)
language plpgsql stable set search_path = '' as $$
declare
  left_at constant timestamptz := private.leaver_left_at(person, agency);
begin
  return query
  select
    entry.id, entry.title, entry.website_url, entry.username, user_profiles.display_name,
    entry.user_id is not distinct from person,
    used.copied_at, used.viewed_at, entry.password_changed_at,
    coalesce(entry.password_changed_at > left_at, false)
  from public.password_vault as entry
  left join public.user_profiles on user_profiles.id = entry.user_id
  cross join lateral (
    select
      max(log.created_at) filter (where log.action = 'copied') as copied_at,
      max(log.created_at) filter (where log.action = 'viewed') as viewed_at
    from public.vault_access_logs as log
    where log.vault_entry_id = entry.id
      and log.user_id = person
      and (log.created_at > entry.password_changed_at or entry.password_changed_at > left_at)
  ) as used
  where entry.agency_id = agency
    and (left_at is null or entry.created_at <= left_at or coalesce(used.copied_at, used.viewed_at) is not null)
  order by lower(entry.title), entry.id;
end
$$;
revoke execute on function public.leavers_list from public, anon, service_role;
grant execute on function public.leavers_list to authenticated;

-- Who leaves, and how much there is that the list does not name: entries that only they could open; those that the caller may
-- not read; and deleted ones, of which the records alone are left.
create function public.leaver(person uuid, agency uuid)
returns table (name text, agency_name text, left_at timestamptz, own integer, unnamed integer, deleted integer)
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
    )
  from public.user_profiles
  where user_profiles.id = person;
end
$$;
revoke execute on function public.leaver from public, anon, service_role;
grant execute on function public.leaver to authenticated;
