-- Internal notes about a project, like those about a client.
create table public.project_notes (
  id            uuid primary key default gen_random_uuid(),
  project_id    uuid not null references public.projects (id) on delete cascade,
  staff_id      uuid references public.user_profiles (id) on delete set null,
  note_text     text not null check (note_text ~ '\S' and length(note_text) <= 10000),
  note_category text default 'general'
                  check (note_category in ('progress', 'issue', 'meeting', 'milestone', 'general', 'scope')),
  created_at    timestamptz not null default now(),
  -- The time of the last change of its text; null if it was never changed. Set by the database.
  edited_at     timestamptz
);
create index project_notes_project_id_idx on public.project_notes (project_id, created_at desc);
create index project_notes_staff_id_idx on public.project_notes (staff_id);

alter table public.project_notes enable row level security;
revoke all on public.project_notes from anon, authenticated, service_role;
grant select, insert, update, delete on public.project_notes to service_role;
grant select, delete on public.project_notes to authenticated;
grant insert (project_id, staff_id, note_text, note_category), update (note_text, note_category)
  on public.project_notes to authenticated;

create trigger fill_in_staff_id
  before insert on public.project_notes for each row execute function private.fill_in_caller('staff_id');
create trigger note_edit
  before update on public.project_notes for each row
  when ((old.note_text, old.note_category) is distinct from (new.note_text, new.note_category))
  execute function private.note_edit();

create policy "people who see a project read its notes"
  on public.project_notes for select to authenticated
  using (exists (select from public.projects where projects.id = project_notes.project_id));

create policy "people who see a project add notes of their own"
  on public.project_notes for insert to authenticated
  with check (
    (select private.may_write())
    and staff_id = (select private.my_id())
    and exists (select from public.projects where projects.id = project_notes.project_id)
  );

create policy "authors edit their notes"
  on public.project_notes for update to authenticated
  using (
    (select private.may_write())
    and staff_id = (select private.my_id())
    and exists (select from public.projects where projects.id = project_notes.project_id)
  );

create policy "people who see a project delete its notes"
  on public.project_notes for delete to authenticated
  using (
    (select private.may_write())
    and exists (select from public.projects where projects.id = project_notes.project_id)
  );

alter publication supabase_realtime add table public.project_notes;
