-- The calendar feed of a person: an address that a calendar program reads without signing in. Its secret alone gives access, so it
-- is shown once, only its hash is stored, and it says no more than the person may see at that moment.
create table private.calendar_feeds (
  user_id     uuid primary key references public.user_profiles (id) on delete cascade,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  made_at     timestamptz not null default now(),
  -- When a calendar last read it, noted at most once in ten minutes.
  read_at     timestamptz
);
revoke all on private.calendar_feeds from public, anon, authenticated, service_role;

-- Makes the caller's feed and returns its secret once. A former address stops working.
create function public.make_calendar_feed() returns text
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.my_id();
  secret constant text := private.new_token();
begin
  if private.is_staff() is not true then
    raise exception 'Only staff have a calendar feed.' using errcode = '42501';
  end if;
  insert into private.calendar_feeds (user_id, secret_hash) values (me, sha256(convert_to(secret, 'UTF8')))
  on conflict (user_id) do update set secret_hash = excluded.secret_hash, made_at = now(), read_at = null;
  perform private.audit('feed_made', private.my_agency_id(), me, private.audit_name(me));
  return secret;
end
$$;
revoke execute on function public.make_calendar_feed from public, anon, service_role;
grant execute on function public.make_calendar_feed to authenticated;

create function public.revoke_calendar_feed() returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.my_id();
begin
  delete from private.calendar_feeds where user_id = me;
  if found then
    perform private.audit('feed_revoked', private.my_agency_id(), me, private.audit_name(me));
  end if;
end
$$;
revoke execute on function public.revoke_calendar_feed from public, anon, service_role;
grant execute on function public.revoke_calendar_feed to authenticated;

-- When the caller's feed was made and last read; no row without one.
create function public.my_calendar_feed() returns table (made_at timestamptz, read_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select calendar_feeds.made_at, calendar_feeds.read_at
  from private.calendar_feeds where calendar_feeds.user_id = private.my_id()
$$;
revoke execute on function public.my_calendar_feed from public, anon, service_role;
grant execute on function public.my_calendar_feed to authenticated;

-- What stands in a person's calendar, as far as the person may see it now: what is theirs in their agency, or for a super admin in
-- any. Their own calls have a time, everything else a day.
create function private.calendar_of(person uuid) returns table (
  uid text, kind text, title text, about text, path text, starts_at timestamptz, minutes integer, day date,
  sequence integer, changed_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  with me as (
    select user_profiles.id, user_profiles.agency_id, exists (
      select from public.user_roles where user_id = person and role = 'super_admin'
    ) as sees_all
    from public.user_profiles where user_profiles.id = person
  )
  select
    'call-' || calls.id, 'call', coalesce(clients.name, contact_submissions.name), calls.note,
    case when calls.client_id is null then '/dashboard/enquiries/' || calls.enquiry_id
         else '/dashboard/clients/' || calls.client_id end,
    calls.starts_at, calls.minutes, null::date, calls.sequence, calls.changed_at
  from me
  join public.calls on calls.staff_id = me.id and (calls.agency_id = me.agency_id or me.sees_all)
  left join public.clients on clients.id = calls.client_id
  left join public.contact_submissions on contact_submissions.id = calls.enquiry_id
  where calls.state <> 'cancelled'
    -- An enquiry goes with the website to another agency.
    and (calls.client_id is not null or me.sees_all or me.agency_id = private.website_agency_id())
  union all
  select
    'step-' || project_steps.id, 'step', project_steps.title, projects.name, '/dashboard/projects/' || projects.id,
    null, null, project_steps.due_on, 0, project_steps.updated_at
  from me
  join public.project_steps on project_steps.assigned_to = me.id and not project_steps.is_done
  join public.projects on projects.id = project_steps.project_id and (projects.agency_id = me.agency_id or me.sees_all)
  where projects.status not in ('completed', 'cancelled')
  union all
  select
    'contact-' || clients.id, 'contact', clients.name, clients.next_contact_note, '/dashboard/clients/' || clients.id,
    null, null, clients.next_contact_on, 0, clients.updated_at
  from me
  join public.clients on clients.looked_after_by = me.id and (clients.agency_id = me.agency_id or me.sees_all)
  union all
  select
    edge.kind || '-' || projects.id, edge.kind, projects.name, clients.name, '/dashboard/projects/' || projects.id,
    null, null, edge.day, 0, projects.updated_at
  from me
  join public.projects on projects.assigned_to = me.id and (projects.agency_id = me.agency_id or me.sees_all)
  join public.clients on clients.id = projects.client_id
  cross join lateral (values ('start', projects.start_date), ('due', projects.target_completion_date)) as edge (kind, day)
  where projects.status not in ('completed', 'cancelled')
  union all
  select
    'review-' || project_updates.id, 'review', project_updates.title, clients.name, '/dashboard/projects/' || projects.id,
    null, null, project_updates.answer_by, 0, project_updates.updated_at
  from me
  join public.project_updates on project_updates.agency_id = me.agency_id or me.sees_all
  join public.projects on projects.id = project_updates.project_id and me.id in (project_updates.created_by, projects.assigned_to)
  join public.clients on clients.id = projects.client_id
  where project_updates.answer_by is not null and not project_updates.is_answered
$$;
revoke execute on function private.calendar_of from public;

-- The feed with the hash of this secret: from sixty days ago to a year ahead, what comes next first, at most two thousand entries.
-- Null for a guess, for a revoked address, and for a person who is no longer on the staff of any agency.
create function public.open_calendar_feed(secret_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  feed private.calendar_feeds;
  entries jsonb;
begin
  select * into feed from private.calendar_feeds
  where calendar_feeds.secret_hash = decode(open_calendar_feed.secret_hash, 'hex');
  if not found or not exists (
    select from public.user_profiles
    join public.user_roles on user_roles.user_id = user_profiles.id
    where user_profiles.id = feed.user_id and user_profiles.deactivated_at is null
      and (
        user_roles.role = 'super_admin'
        or user_roles.role in ('agency_staff', 'agency_admin', 'admin') and user_profiles.agency_id is not null
      )
  ) then
    return null;
  end if;
  update private.calendar_feeds set read_at = now()
  where user_id = feed.user_id and (read_at is null or read_at < now() - interval '10 minutes');
  select coalesce(jsonb_agg(to_jsonb(chosen) order by chosen.uid), '[]') into entries
  from (
    select entry.*
    from private.calendar_of(feed.user_id) as entry
    cross join lateral (select coalesce(entry.day, entry.starts_at::date) as on_day) as place
    where place.on_day between current_date - 60 and current_date + 366
    order by place.on_day < current_date, abs(place.on_day - current_date), entry.uid
    limit 2000
  ) as chosen;
  return jsonb_build_object(
    'name', (
      select coalesce(agencies.name, 'Mainstreet')
      from public.user_profiles left join public.agencies on agencies.id = user_profiles.agency_id
      where user_profiles.id = feed.user_id
    ),
    'entries', entries
  );
end
$$;
revoke execute on function public.open_calendar_feed from public, anon, authenticated;
grant execute on function public.open_calendar_feed to service_role;
