-- steps counted by project

-- How many steps it has and how many are done, and the earliest day of those that are not. Triggers on the steps keep them, so
-- that a list of projects counts nothing; nobody may write them.
alter table public.projects
  add column steps int not null default 0,
  add column steps_done int not null default 0,
  add column next_step_on date;

drop trigger touch_updated_at on public.projects;

-- A client's new name changes search_text alone, and a step the numbers of steps alone: to an editor of a project nothing
-- changed. It fires before search_text is written, so that one that differs already can only come from a renamed client.
create trigger touch_updated_at
  before update on public.projects for each row
  when (
    (old.search_text, old.steps, old.steps_done, old.next_step_on)
      is not distinct from (new.search_text, new.steps, new.steps_done, new.next_step_on)
  )
  execute function private.touch_updated_at();

-- Counts the steps of the projects whose steps changed. The projects are locked first, so that two people who tick steps of one
-- project at the same moment are both counted.
create function private.count_steps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.projects
  where id in (select project_id from changed_steps)
  order by id
  for no key update;

  update public.projects
  set steps = counted.steps, steps_done = counted.steps_done, next_step_on = counted.next_step_on
  from (
    select changed.project_id,
      count(project_steps.id)::int as steps,
      (count(*) filter (where project_steps.is_done))::int as steps_done,
      min(project_steps.due_on) filter (where not project_steps.is_done) as next_step_on
    from (select distinct project_id from changed_steps) as changed
    left join public.project_steps on project_steps.project_id = changed.project_id
    group by changed.project_id
  ) as counted
  where projects.id = counted.project_id
    and (projects.steps, projects.steps_done, projects.next_step_on)
      is distinct from (counted.steps, counted.steps_done, counted.next_step_on);
  return null;
end
$$;

revoke execute on function private.count_steps from public;

create trigger count_added_steps
  after insert on public.project_steps referencing new table as changed_steps
  for each statement execute function private.count_steps();

create trigger count_changed_steps
  after update on public.project_steps referencing new table as changed_steps
  for each statement execute function private.count_steps();

create trigger count_deleted_steps
  after delete on public.project_steps referencing old table as changed_steps
  for each statement execute function private.count_steps();

-- The steps that projects have already. The trigger on updated_at sees the numbers change, and leaves it as it is.
update public.projects
set steps = counted.steps, steps_done = counted.steps_done, next_step_on = counted.next_step_on
from (
  select project_id,
    count(*)::int as steps,
    (count(*) filter (where is_done))::int as steps_done,
    min(due_on) filter (where not is_done) as next_step_on
  from public.project_steps
  group by project_id
) as counted
where projects.id = counted.project_id;
