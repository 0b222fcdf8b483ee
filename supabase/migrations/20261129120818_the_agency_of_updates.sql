-- the agency of updates

-- The agency is that of the project. It stands here so that the policies and the lists of an agency need no join.
alter table public.project_updates add column agency_id uuid;

drop policy "people who see a project read its updates" on public.project_updates;

drop index public.project_updates_reviews_idx;

-- Whether the client has answered it, so that a list finds the reviews that wait by their own rows. The database alone sets it.
alter table public.project_updates add column is_answered boolean not null default false;

-- Nobody has changed these updates: no time of a change, no earlier text and no event of a webhook follows from it.
alter table public.project_updates disable trigger user;

update public.project_updates
set agency_id = projects.agency_id,
    is_answered = exists (select from public.update_answers where update_answers.update_id = project_updates.id)
from public.projects where projects.id = project_updates.project_id;

alter table public.project_updates enable trigger user;

alter table public.project_updates alter column agency_id set not null;

-- An update that was deleted alone has its project still, and one that was deleted with its project is kept beside it.
update private.recently_deleted_rows as gone
set content = gone.content || jsonb_build_object('agency_id', coalesce(
  (select to_jsonb(projects.agency_id) from public.projects where projects.id = (gone.content ->> 'project_id')::uuid),
  (select project.content -> 'agency_id' from private.recently_deleted_rows as project
   where project.content ->> 'id' = gone.content ->> 'project_id' and not project.is_cut
     and project.place = 'public.projects' limit 1)
))
where gone.place = 'public.project_updates' and not gone.is_cut;

alter table public.project_updates drop constraint project_updates_project_id_fkey;

alter table public.project_updates add constraint project_updates_project_id_fkey FOREIGN KEY (project_id, agency_id) REFERENCES projects(id, agency_id) ON UPDATE CASCADE ON DELETE CASCADE;

-- The order of the reviews that wait for an answer, for an agency and for a super admin.
create index project_updates_waiting_idx on public.project_updates (agency_id, answer_by, shown_at, id)
  where update_type = 'review' and visibility = 'client' and not is_answered;

create index project_updates_all_waiting_idx on public.project_updates (answer_by, shown_at, id)
  where update_type = 'review' and visibility = 'client' and not is_answered;

-- What an agency's clients were shown in a month.
create index project_updates_shown_idx on public.project_updates (agency_id, created_at) include (project_id)
  where visibility = 'client';

-- Fills in the agency of the project, if the caller may see that project; otherwise the policy or the constraint refuses the row.
create function private.fill_in_agency_of_project() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.agency_id := coalesce(new.agency_id, (select agency_id from public.projects where id = new.project_id));
  return new;
end
$$;

revoke execute on function private.fill_in_agency_of_project from public;

create trigger fill_in_agency
  before insert on public.project_updates for each row execute function private.fill_in_agency_of_project();

drop trigger touch_updated_at on public.project_updates;

-- The client's answer is no change that a colleague's open form must hear of.
create trigger touch_updated_at
  before update on public.project_updates for each row
  when (old.is_answered = new.is_answered)
  execute function private.touch_updated_at();

create policy "staff read their agency's updates, super admins all"
  on public.project_updates for select to authenticated
  using (agency_id = (select private.my_agency_id()) or (select private.is_super_admin()));

-- An update knows whether it is answered.
create function private.note_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.project_updates set is_answered = tg_op = 'INSERT'
  where id = coalesce(new.update_id, old.update_id) and is_answered <> (tg_op = 'INSERT');
  return null;
end
$$;

revoke execute on function private.note_answer from public;

create trigger note_answer
  after insert or delete on public.update_answers for each row execute function private.note_answer();

-- The reach of each update that the client may see: whether their page was opened since, and their answer.
create or replace view public.update_reach with (security_invoker = true) as
  select
    project_updates.id as update_id, project_updates.title, project_updates.update_type, project_updates.shown_at,
    project_updates.project_id, projects.name as project_name, projects.client_id, clients.name as client_name,
    openings.times_opened, openings.first_opened_at, openings.last_opened_at, update_answers.answer,
    project_updates.answer_by, project_updates.agency_id,
    project_updates.is_answered
  from public.project_updates
  -- All three are of one agency; said here, it lets Postgres look them up in a request for one agency.
  join public.projects on projects.id = project_updates.project_id and projects.agency_id = project_updates.agency_id
  join public.clients on clients.id = projects.client_id and clients.agency_id = project_updates.agency_id
  left join public.update_answers on update_answers.update_id = project_updates.id
  cross join lateral (
    select
      count(*)::integer as times_opened,
      min(client_link_openings.opened_at) as first_opened_at,
      max(client_link_openings.opened_at) as last_opened_at
    from public.client_links
    join public.client_link_openings on client_link_openings.link_id = client_links.id
    where client_links.client_id = projects.client_id and client_link_openings.opened_at >= project_updates.shown_at
  ) as openings
  where project_updates.visibility = 'client';

-- Reviews that wait for an answer by a day which is near or over, with the reminder that fits today. An agency has no time zone:
-- days are those of UTC, as on the client's page. A day that passed more than a week ago, while the project was on hold or the
-- server was off, is not brought up again.
create or replace function private.waiting_reviews() returns table (update_id uuid, reminder text, writer uuid, agency uuid)
language sql stable set search_path = '' as $$
  select
    project_updates.id, case when project_updates.answer_by < today then 'after' else 'before' end,
    project_updates.created_by, projects.agency_id
  from (select (now() at time zone 'UTC')::date) as clock (today)
  join public.project_updates on project_updates.answer_by between today - 7 and today + 2
  join public.projects on projects.id = project_updates.project_id
  where project_updates.update_type = 'review'
    and project_updates.visibility = 'client'
    and projects.status not in ('on_hold', 'cancelled', 'completed')
    and not project_updates.is_answered
    -- A client who answered by mail wrote to people, and is not reminded by a machine.
    and not exists (
      select from public.client_notes where client_notes.update_id = project_updates.id and client_notes.is_confirmed
    )
$$;

-- The work of a month, as it stands now, with the ids of the updates. The lists are cut so that the page prints on two sheets; the
-- rest is counted. What comes next is known of this month and the one before it.
create or replace function private.work_of_month(client uuid, month date) returns jsonb
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

-- Finds names that contain the typed text: those that begin with it first, then the newest, up to a number for each
-- kind. Thousands of projects may share a word and their rows are wide, so older ones are only read if the newest are
-- not enough. The function bypasses row policies and returns ids only, because Postgres cannot use a trigram index
-- under row policies (its comparison could leak values); find_anything applies the policies to the result. Rows of
-- other agencies are left out here so that they take no places. Each call is planned for its caller and its text: the rows of
-- an agency are then found by the agency, where that is less work than to find the text among those of all agencies.
create or replace function private.found_containing(typed text) returns table (kind text, id uuid, likeness double precision)
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  pattern constant text := private.anywhere(typed);
  sees_everything constant boolean := private.is_super_admin();
  agency constant uuid := private.my_agency_id();
begin
  return query
  with new_projects as materialized (
    select newest.id, 1 + starts_with(newest.search_name, typed)::int as likeness
    from (
      select projects.id, projects.search_name, projects.created_at
      from public.projects
      where sees_everything or projects.agency_id = agency
      order by projects.created_at desc limit 2000
    ) as newest
    where newest.search_name like pattern
    order by likeness desc, newest.created_at desc limit 8
  )
  (
    select 'client', clients.id, 1::double precision + starts_with(clients.search_text, typed)::int as likeness
    from public.clients
    where clients.search_text like pattern and (sees_everything or clients.agency_id = agency)
    order by likeness desc, clients.created_at desc limit 8
  )
  union all
  (
    select 'client_person', client_people.id, 1 + starts_with(client_people.search_text, typed)::int as likeness
    from public.client_people
    join public.clients on clients.id = client_people.client_id
    where client_people.search_text like pattern and (sees_everything or clients.agency_id = agency)
    order by likeness desc, client_people.created_at desc limit 8
  )
  union all
  select 'project', new_projects.id, new_projects.likeness from new_projects
  union all
  (
    select 'project', projects.id, 1 + starts_with(projects.search_name, typed)::int as likeness
    from public.projects
    where (select count(*) from new_projects) < 8
      and projects.search_name like pattern
      and (sees_everything or projects.agency_id = agency)
      and projects.id not in (select new_projects.id from new_projects)
    order by likeness desc, projects.created_at desc limit 8
  )
  union all
  (
    select 'update', project_updates.id, 1 as likeness
    from public.project_updates
    where project_updates.search_text like pattern and (sees_everything or project_updates.agency_id = agency)
    order by project_updates.created_at desc limit 8
  )
  union all
  (
    select 'person', user_profiles.id, 1 + starts_with(user_profiles.search_text, typed)::int as likeness
    from public.user_profiles
    where split_part(user_profiles.search_text, chr(10), 1) like pattern
      and (sees_everything or user_profiles.agency_id = agency)
    order by likeness desc limit 8
  );
end
$$;

-- Finds names that are similar to the typed text, the most similar first, under the same rules as found_containing. It
-- is slow for common words. Its cost is set by hand: Postgres assumes that comparing is free and would compare every
-- row.
create or replace function private.found_like(typed text) returns table (kind text, id uuid, likeness double precision)
language plpgsql stable security definer
set search_path = '' set pg_trgm.word_similarity_threshold = 0.35 set enable_seqscan = off
set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  sees_everything constant boolean := private.is_super_admin();
  agency constant uuid := private.my_agency_id();
begin
  return query
  (
    select 'client', clients.id, extensions.word_similarity(typed, clients.search_text)::double precision as likeness
    from public.clients
    where typed operator(extensions.<%) clients.search_text and (sees_everything or clients.agency_id = agency)
    order by likeness desc, clients.created_at desc limit 8
  )
  union all
  (
    select 'client_person', client_people.id, extensions.word_similarity(typed, client_people.search_text) as likeness
    from public.client_people
    join public.clients on clients.id = client_people.client_id
    where typed operator(extensions.<%) client_people.search_text and (sees_everything or clients.agency_id = agency)
    order by likeness desc, client_people.created_at desc limit 8
  )
  union all
  (
    select 'project', projects.id, extensions.word_similarity(typed, projects.search_name) as likeness
    from public.projects
    where typed operator(extensions.<%) projects.search_name and (sees_everything or projects.agency_id = agency)
    order by likeness desc, projects.created_at desc limit 8
  )
  union all
  (
    select 'update', project_updates.id, extensions.word_similarity(typed, project_updates.search_text) as likeness
    from public.project_updates
    where typed operator(extensions.<%) project_updates.search_text
      and (sees_everything or project_updates.agency_id = agency)
    order by likeness desc, project_updates.created_at desc limit 8
  )
  union all
  (
    select 'person', user_profiles.id,
      extensions.word_similarity(typed, split_part(user_profiles.search_text, chr(10), 1)) as likeness
    from public.user_profiles
    where typed operator(extensions.<%) split_part(user_profiles.search_text, chr(10), 1)
      and (sees_everything or user_profiles.agency_id = agency)
    order by likeness desc limit 8
  );
end
$$;

-- What stands in a person's calendar, as far as the person may see it now: what is theirs in their agency, or for a super admin in
-- any. Their own calls have a time, everything else a day.
create or replace function private.calendar_of(person uuid) returns table (
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

-- The clients of the caller's agency for whom something happened last month and whose month was neither mailed nor left out.
create or replace function public.months_to_send() returns table (client_id uuid, name text, month date)
language sql stable security definer set search_path = '' as $$
  select clients.id, clients.name, last.month
  from (select (private.current_month() - interval '1 month')::date) as last (month)
  join public.clients on clients.agency_id = (select private.my_agency_id())
  where private.gets_months(clients.prospect_status)
    and clients.id in (
      select projects.client_id from public.project_updates
      join public.projects on projects.id = project_updates.project_id
      where project_updates.agency_id = (select private.my_agency_id()) and project_updates.visibility = 'client'
        and project_updates.created_at >= lower(private.span_of_month(last.month))
        and project_updates.created_at < upper(private.span_of_month(last.month))
    )
    and not exists (
      select from public.client_months
      where client_months.client_id = clients.id and client_months.month = last.month
        and (client_months.requested_at is not null or client_months.is_left_out)
    )
  order by clients.name, clients.id
$$;

create policy "programs read its updates"
  on public.project_updates for select to authenticated
  using (agency_id = (select private.program_agency_id()));

drop index public.project_steps_open_idx;

drop index public.project_steps_by_day_idx;

drop index public.project_steps_assigned_to_idx;

drop index public.projects_assigned_to_idx;

-- The order of the list of everybody's steps, which reads a page of them instead of sorting all: for an agency, and for a super
-- admin. These and the next one include the columns of the policy and of the join with the projects, so that a count reads no row.
create index project_steps_open_idx on public.project_steps (agency_id, due_on, created_at, id) include (project_id)
  where not is_done;

create index project_steps_by_day_idx on public.project_steps (due_on, created_at, id) include (agency_id, project_id)
  where not is_done;

create index project_steps_assigned_to_idx on public.project_steps (assigned_to, due_on) include (agency_id, project_id)
  where not is_done;

-- What of a person's work is due, counted by this index alone.
create index projects_assigned_to_idx on public.projects (assigned_to, target_completion_date) include (agency_id, status);
