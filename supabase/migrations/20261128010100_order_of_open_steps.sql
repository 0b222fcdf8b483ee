-- order of open steps

-- The order of the list of everybody's steps, which reads a page of them instead of sorting all.
create index project_steps_by_day_idx on public.project_steps (due_on, created_at, id) where not is_done;
