-- What a list of projects is sorted by: the course of the work, and how much it presses.
alter table public.projects
  add column status_rank int generated always as (array_position(array[
    'planning', 'in_progress', 'review', 'on_hold', 'completed', 'cancelled'], status)) stored,
  add column priority_rank int generated always as (array_position(array[
    'low', 'medium', 'high', 'urgent'], priority)) stored;
