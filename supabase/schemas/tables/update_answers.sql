-- The client's answer to an update of type review, at most one; a new update asks again.
create table public.update_answers (
  id         uuid primary key default gen_random_uuid(),
  update_id  uuid not null unique references public.project_updates (id) on delete cascade,
  -- The link by which the client answered.
  link_id    uuid references public.client_links (id) on delete set null,
  answer     text not null check (answer in ('approved', 'changes')),
  comment    text check (comment ~ '\S' and length(comment) <= 5000),
  name       text not null check (name ~ '\S' and length(name) <= 100),
  created_at timestamptz not null default now(),
  check (answer = 'approved' or comment is not null),
  -- The name of the person whose link it was, at the time of the answer; `name` is what was typed.
  person     text
);
create index update_answers_link_id_idx on public.update_answers (link_id);

alter table public.update_answers enable row level security;
revoke all on public.update_answers from anon, authenticated, service_role;
grant select, insert, update, delete on public.update_answers to service_role;
grant select on public.update_answers to authenticated;

create policy "people who see an update read the answer of the client"
  on public.update_answers for select to authenticated
  using (exists (select from public.project_updates where project_updates.id = update_answers.update_id));

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
create view public.update_reach with (security_invoker = true) as
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
revoke all on public.update_reach from anon, authenticated, service_role;
grant select on public.update_reach to authenticated, service_role;

alter publication supabase_realtime add table public.update_answers;
