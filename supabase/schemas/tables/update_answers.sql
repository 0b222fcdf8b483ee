-- What a client answered to an update that asks for a review, once; a new update asks again.
create table public.update_answers (
  id         uuid primary key default gen_random_uuid(),
  update_id  uuid not null unique references public.project_updates (id) on delete cascade,
  -- The link by which the answer came.
  link_id    uuid references public.client_links (id) on delete set null,
  answer     text not null check (answer in ('approved', 'changes')),
  comment    text check (comment ~ '\S' and length(comment) <= 5000),
  name       text not null check (name ~ '\S' and length(name) <= 100),
  created_at timestamptz not null default now(),
  check (answer = 'approved' or comment is not null)
);
create index update_answers_link_id_idx on public.update_answers (link_id);

alter table public.update_answers enable row level security;
revoke all on public.update_answers from anon, authenticated, service_role;
grant select, insert, update, delete on public.update_answers to service_role;
grant select on public.update_answers to authenticated;

create policy "whoever sees an update reads what the client answered"
  on public.update_answers for select to authenticated
  using (exists (select from public.project_updates where project_updates.id = update_answers.update_id));

-- How far each update has come that the client may see: whether their page was opened since, and what they answered.
create view public.update_reach with (security_invoker = true) as
  select
    project_updates.id as update_id, project_updates.title, project_updates.update_type, project_updates.shown_at,
    project_updates.project_id, projects.name as project_name, projects.client_id, clients.name as client_name,
    openings.times_opened, openings.first_opened_at, openings.last_opened_at, update_answers.answer
  from public.project_updates
  join public.projects on projects.id = project_updates.project_id
  join public.clients on clients.id = projects.client_id
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
revoke all on public.update_reach from anon, authenticated, service_role;
grant select on public.update_reach to authenticated, service_role;

alter publication supabase_realtime add table public.update_answers;
