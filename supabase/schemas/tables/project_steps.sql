-- The steps of a project: what is to be done, by whom and by when.
create table public.project_steps (
  id           uuid primary key default gen_random_uuid(),
  -- The agency is that of the project. It stands here so that the policies and the lists of open steps need no join.
  agency_id    uuid not null,
  project_id   uuid not null,
  title        text not null check (title ~ '\S' and length(title) <= 200),
  due_on       date,
  assigned_to  uuid references public.user_profiles (id) on delete set null,
  -- The order within the project. A new step comes last, and one that moves takes a number between those of its neighbors.
  position     double precision not null default 'infinity',
  is_done      boolean not null default false,
  -- When and by whom it was ticked; the database sets both.
  done_at      timestamptz,
  done_by      uuid references public.user_profiles (id) on delete set null,
  repeats      text check (repeats in ('week', 'month', 'quarter')),
  -- The day from which the repetitions count: the last of January is followed by the last of February and by March 31. It stays
  -- while the step moves, so that it counts again where the move is undone.
  repeats_from date,
  -- The ticked step that this one repeats.
  repeats_step uuid unique references public.project_steps (id) on delete set null,
  created_by   uuid references public.user_profiles (id) on delete set null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  constraint project_steps_repeats_by_day check (repeats is null or due_on is not null),
  constraint project_steps_project_id_fkey foreign key (project_id, agency_id)
    references public.projects (id, agency_id) on update cascade on delete cascade
);
create index project_steps_project_id_idx on public.project_steps (project_id, position);
-- The order of the list of everybody's steps, which reads a page of them instead of sorting all: for an agency, and for a super
-- admin. These and the next one include the columns of the policy and of the join with the projects, so that a count reads no row.
create index project_steps_open_idx on public.project_steps (agency_id, due_on, created_at, id) include (project_id)
  where not is_done;
create index project_steps_by_day_idx on public.project_steps (due_on, created_at, id) include (agency_id, project_id)
  where not is_done;
create index project_steps_assigned_to_idx on public.project_steps (assigned_to, due_on) include (agency_id, project_id)
  where not is_done;
create index project_steps_done_by_idx on public.project_steps (done_by);
create index project_steps_created_by_idx on public.project_steps (created_by);

alter table public.project_steps enable row level security;
revoke all on public.project_steps from anon, authenticated, service_role;
grant select, insert, update, delete on public.project_steps to service_role;
grant select, delete on public.project_steps to authenticated;
grant insert (project_id, title, due_on, assigned_to, position, is_done, repeats),
      update (title, due_on, assigned_to, position, is_done, repeats)
  on public.project_steps to authenticated;

create policy "staff read their agency's steps, super admins all"
  on public.project_steps for select to authenticated
  using (agency_id = (select private.my_agency_id()) or (select private.is_super_admin()));

create policy "staff add steps to their agency's projects, super admins to all"
  on public.project_steps for insert to authenticated
  with check (
    created_by = (select private.my_id())
    and (agency_id = (select private.my_active_agency_id()) or (select private.is_super_admin()))
  );

create policy "staff change their agency's steps, super admins all"
  on public.project_steps for update to authenticated
  using (agency_id = (select private.my_active_agency_id()) or (select private.is_super_admin()));

create policy "staff delete their agency's steps, super admins all"
  on public.project_steps for delete to authenticated
  using (agency_id = (select private.my_active_agency_id()) or (select private.is_super_admin()));

-- The day of the nth repetition. PostgreSQL cuts a day that a shorter month does not have to that month's last day.
create function private.repeated_day(first date, repeats text, n integer) returns date
language sql immutable set search_path = ''
return (first + n * case repeats
  when 'week' then interval '7 days' when 'month' then interval '1 month' else interval '3 months'
end)::date;
revoke execute on function private.repeated_day from public;

-- The repetitions up to a day, and at least one more.
create function private.repetitions(first date, repeats text, until date) returns setof date
language sql immutable set search_path = '' as $$
  select private.repeated_day(first, repeats, n)
  from generate_series(
    0, 2 + (until - first) / case repeats when 'week' then 7 when 'month' then 28 else 89 end
  ) as n
$$;
revoke execute on function private.repetitions from public;

-- Returns the first repetition after both `after` and yesterday: a step that is ticked late is followed by one step, and not by a
-- pile of past ones.
create function private.next_repetition(first date, repeats text, after date) returns date
language sql stable set search_path = ''
return (
  select min(day) from private.repetitions(first, repeats, greatest(after, current_date)) as day
  where day > greatest(after, current_date - 1)
);
revoke execute on function private.next_repetition from public;

-- Fills in what follows from the rest of the row. The policy decides whether the caller may add it: the agency is looked up
-- as far as the caller sees the project.
create function private.fill_in_step() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_bringing_back() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.agency_id := coalesce(new.agency_id, (select agency_id from public.projects where id = new.project_id));
    if new.position = 'infinity' then
      new.position := coalesce((select max(position) + 1 from public.project_steps where project_id = new.project_id), 1);
    end if;
  end if;
  if tg_op = 'INSERT' or new.is_done is distinct from old.is_done then
    new.done_at := case when new.is_done then clock_timestamp() end;
    new.done_by := case when new.is_done then private.my_id() end;
  end if;
  new.repeats_from := case when new.repeats is not null then coalesce(new.repeats_from, new.due_on) end;
  return new;
end
$$;
revoke execute on function private.fill_in_step from public;

-- A ticked step that repeats is followed by the next one, once. Undoing the tick takes that away again, unless somebody has
-- changed it since. A step that was moved to a day that is none of its repetitions counts from that day on.
create function private.repeat_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first date := new.due_on;
begin
  if private.is_bringing_back() then
    return null;
  end if;
  if new.is_done then
    if new.due_on in (select private.repetitions(new.repeats_from, new.repeats, new.due_on)) then
      first := new.repeats_from;
    end if;
    insert into public.project_steps
      (agency_id, project_id, title, due_on, assigned_to, position, repeats, repeats_from, repeats_step, created_by)
    values (
      new.agency_id, new.project_id, new.title,
      private.next_repetition(first, new.repeats, new.due_on),
      -- Somebody who left keeps the step that they did, and gets no other.
      case when private.is_staff_of(new.assigned_to, new.agency_id) then new.assigned_to end,
      new.position, new.repeats, first, new.id, private.my_id()
    )
    on conflict (repeats_step) do nothing;
  else
    delete from public.project_steps where repeats_step = new.id and not is_done and updated_at = created_at;
  end if;
  return null;
end
$$;
revoke execute on function private.repeat_step from public;

-- Triggers fire in the order of their names: fill in first, then verify.
create trigger fill_in_created_by
  before insert on public.project_steps for each row execute function private.fill_in_caller('created_by');
create trigger fill_in_step
  before insert or update on public.project_steps for each row execute function private.fill_in_step();
create trigger touch_updated_at
  before update on public.project_steps for each row execute function private.touch_updated_at();
create trigger verify_assignee
  before insert or update on public.project_steps for each row
  execute function private.verify_assignee('assigned_to', 'A step can only be assigned to staff of its agency.');
create trigger repeat_step
  after update of is_done on public.project_steps for each row
  when (old.is_done <> new.is_done and new.repeats is not null)
  execute function private.repeat_step();

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

-- Somebody who leaves, or is deactivated, leaves their open steps to nobody.
create function private.leave_steps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.project_steps set assigned_to = null where assigned_to = new.id and not is_done;
  return null;
end
$$;
revoke execute on function private.leave_steps from public;

create trigger leave_steps
  after update of agency_id, deactivated_at on public.user_profiles for each row
  when (old.agency_id is distinct from new.agency_id or old.deactivated_at is null and new.deactivated_at is not null)
  execute function private.leave_steps();

alter publication supabase_realtime add table public.project_steps;
