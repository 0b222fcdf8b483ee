-- The page of a client's month: what it shows, and how it is mailed. Months begin at midnight UTC, as those of plans do.

create function private.current_month() returns date
language sql stable set search_path = ''
return date_trunc('month', now() at time zone 'UTC')::date;
revoke execute on function private.current_month from public;
grant execute on function private.current_month to authenticated, service_role;

-- The moments between which a month lies.
create function private.span_of_month(month date) returns tstzrange
language sql immutable set search_path = ''
return tstzrange(month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
revoke execute on function private.span_of_month from public;
grant execute on function private.span_of_month to authenticated, service_role;

-- The updates of a month that the client may see, as far as the caller sees them.
create function private.updates_of_month(client uuid, month date)
returns table (id uuid, project_id uuid, project text, title text, type text, is_milestone boolean, at timestamptz)
language sql stable set search_path = '' as $$
  select
    project_updates.id, projects.id, projects.name, project_updates.title, project_updates.update_type,
    project_updates.is_milestone or project_updates.update_type = 'milestone', project_updates.created_at
  from public.projects
  join public.project_updates on project_updates.project_id = projects.id and project_updates.visibility = 'client'
  where projects.client_id = client
    and project_updates.created_at >= lower(private.span_of_month(month))
    and project_updates.created_at < upper(private.span_of_month(month))
$$;
revoke execute on function private.updates_of_month from public;
grant execute on function private.updates_of_month to authenticated, service_role;

-- What the client answered in a month to updates that it may see.
create function private.answers_of_month(client uuid, month date)
returns table (id uuid, project_id uuid, title text, answer text, name text, at timestamptz)
language sql stable set search_path = '' as $$
  select
    project_updates.id, projects.id, project_updates.title, update_answers.answer, update_answers.name,
    update_answers.created_at
  from public.projects
  join public.project_updates on project_updates.project_id = projects.id and project_updates.visibility = 'client'
  join public.update_answers on update_answers.update_id = project_updates.id
  where projects.client_id = client
    and update_answers.created_at >= lower(private.span_of_month(month))
    and update_answers.created_at < upper(private.span_of_month(month))
$$;
revoke execute on function private.answers_of_month from public;
grant execute on function private.answers_of_month to authenticated, service_role;

-- Numbers with their change since the number of the same name in the month before; null where there was none.
create function private.with_changes(numbers jsonb, client uuid, month date) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(number || jsonb_build_object('change', (
    select (number ->> 'value')::numeric - (earlier ->> 'value')::numeric
    from public.client_months
    cross join jsonb_array_elements(client_months.numbers) as earlier
    where client_months.client_id = client
      and client_months.month = (with_changes.month - interval '1 month')::date
      and private.same_letters(earlier ->> 'name') = private.same_letters(number ->> 'name')
  )) order by place), '[]')
  from jsonb_array_elements(numbers) with ordinality as listed (number, place)
$$;
revoke execute on function private.with_changes from public;
grant execute on function private.with_changes to authenticated, service_role;

-- The work of a month, as it stands now, with the ids of the updates. The lists are cut so that the page prints on two sheets; the
-- rest is counted. What comes next is known of this month and the one before it.
create function private.work_of_month(client uuid, month date) returns jsonb
language sql stable set search_path = '' as $$
  with shown as materialized (select * from private.updates_of_month(client, month)),
  answered as materialized (select * from private.answers_of_month(client, month))
  select jsonb_build_object(
    'more_delivered', (select greatest(0, count(*) - 20) from shown where not is_milestone),
    'delivered', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', id, 'project_id', project_id, 'project', project, 'title', title, 'type', type, 'at', at) order by at desc, id)
      from (select * from shown where not is_milestone order by at desc, id limit 20) as listed
    ), '[]'),
    'more_milestones', (select greatest(0, count(*) - 8) from shown where is_milestone),
    'milestones', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', id, 'project_id', project_id, 'project', project, 'title', title, 'at', at) order by at desc, id)
      from (select * from shown where is_milestone order by at desc, id limit 8) as listed
    ), '[]'),
    'more_answers', (select greatest(0, count(*) - 8) from answered),
    'answers', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', id, 'project_id', project_id, 'title', title, 'answer', answer, 'name', name, 'at', at) order by at desc, id)
      from (select * from answered order by at desc, id limit 8) as listed
    ), '[]'),
    'plan', (
      select jsonb_build_object('plans', this_month.plans, 'counted', this_month.counted)
      from public.clients
      join public.agencies on agencies.id = clients.agency_id and agencies.show_clients_their_plan
      cross join public.plan_months(clients.id) as this_month
      where clients.id = client and this_month.month = work_of_month.month and cardinality(this_month.plans) > 0
    ),
    'reviews', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', waiting.id, 'project_id', waiting.project_id, 'title', waiting.title, 'answer_by', waiting.answer_by)
        order by waiting.answer_by, waiting.created_at)
      from (
        select project_updates.* from public.projects
        join public.project_updates on project_updates.project_id = projects.id
        where projects.client_id = client and work_of_month.month >= private.current_month() - interval '1 month'
          and project_updates.visibility = 'client' and project_updates.update_type = 'review'
          and not project_updates.is_answered
        order by project_updates.answer_by, project_updates.created_at limit 4
      ) as waiting
    ), '[]'),
    'projects', coalesce((
      select jsonb_agg(jsonb_build_object('name', going_on.name, 'status', going_on.status) order by going_on.created_at desc)
      from (
        select * from public.projects
        where projects.client_id = client and work_of_month.month >= private.current_month() - interval '1 month'
          and projects.status in ('planning', 'in_progress', 'review')
        order by projects.created_at desc limit 6
      ) as going_on
    ), '[]')
  )
$$;
revoke execute on function private.work_of_month from public;
grant execute on function private.work_of_month to authenticated, service_role;

-- The listed updates without their ids. Those that the client may not see any more are left out, also where they were mailed:
-- hidden, deleted, or moved to another client. An update that was deleted with its project stays as it was mailed. What was changed
-- since then has the time of that.
create function private.still_shown(listed jsonb, client uuid, mailed_at timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    item - 'id' - 'project_id'
      || case when project_updates.edited_at > mailed_at
           then jsonb_build_object('edited_at', project_updates.edited_at) else '{}' end
    order by place), '[]')
  from jsonb_array_elements(listed) with ordinality as items (item, place)
  left join public.projects on projects.id = (item ->> 'project_id')::uuid
  left join public.project_updates
    on project_updates.id = (item ->> 'id')::uuid and project_updates.project_id = projects.id
  where projects.id is null or projects.client_id = client and project_updates.visibility = 'client'
$$;
revoke execute on function private.still_shown from public;
grant execute on function private.still_shown to authenticated, service_role;

-- The content of a month's page, as far as the caller sees it: as it was mailed, and before that as it stands now. What people
-- wrote is always their latest version; "edited" names what is not as it was mailed. `numbers` are shown in place of the
-- stored ones, for a preview. Null if there is no such client.
create function public.client_month(client uuid, month date, numbers jsonb default null) returns jsonb
language sql stable set search_path = '' as $$
  select
    content || shown.lists || jsonb_build_object(
      'month', to_char(client_month.month, 'YYYY-MM'),
      'is_over', client_month.month < private.current_month(),
      'words', written.words,
      'what_next', written.what_next,
      'numbers', case
        when client_month.numbers is null and written.as_mailed -> 'written' -> 'numbers' = written.numbers
          then written.as_mailed -> 'numbers'
        else private.with_changes(
          coalesce(client_month.numbers, written.numbers, '[]'), clients.id, client_month.month)
      end,
      'edited', case when written.as_mailed is null then '[]' else to_jsonb(array_remove(array[
        case when written.as_mailed -> 'written' ->> 'words' is distinct from written.words then 'words' end,
        case when written.as_mailed -> 'written' -> 'numbers' <> written.numbers then 'numbers' end,
        case when written.as_mailed -> 'written' ->> 'what_next' is distinct from written.what_next then 'what_next' end
      ], null)) end,
      'edited_at', written.updated_at
    )
  from public.clients
  left join public.client_months as written
    on written.client_id = clients.id and written.month = client_month.month
  cross join lateral (
    select coalesce(written.as_mailed, private.work_of_month(clients.id, client_month.month)) - 'written'
  ) as work (content)
  cross join lateral (
    select jsonb_object_agg(list, private.still_shown(content -> list, clients.id, written.requested_at))
    from unnest(array['delivered', 'milestones', 'answers', 'reviews']) as list
  ) as shown (lists)
  where clients.id = client
    and client_month.month <= private.current_month() and extract(day from client_month.month) = 1
$$;
revoke execute on function public.client_month from public, anon;
grant execute on function public.client_month to authenticated, service_role;

-- This month of a client and the eleven before it, the newest first: how many updates and answers each has, and whether it was
-- mailed. No row where the caller does not see the client.
create function public.months_of_client(client uuid)
returns table (
  month date, happened integer, requested_at timestamptz, mailed_at timestamptz, is_left_out boolean, is_edited boolean)
language sql stable set search_path = '' as $$
  select
    months.month,
    (select count(*) from private.updates_of_month(clients.id, months.month))::integer
      + (select count(*) from private.answers_of_month(clients.id, months.month))::integer,
    written.requested_at, written.mailed_at, coalesce(written.is_left_out, false),
    coalesce(
      jsonb_build_object('words', written.words, 'what_next', written.what_next, 'numbers', written.numbers)
        <> written.as_mailed -> 'written', false)
  from public.clients
  cross join generate_series(0, 11) as ago
  cross join lateral (select (private.current_month() - make_interval(months => ago))::date as month) as months
  left join public.client_months as written
    on written.client_id = clients.id and written.month = months.month
  where clients.id = months_of_client.client
  order by months.month desc
$$;
revoke execute on function public.months_of_client from public, anon;
grant execute on function public.months_of_client to authenticated, service_role;
