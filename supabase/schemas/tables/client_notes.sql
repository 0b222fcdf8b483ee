-- What staff remember about a client. A note belongs to its client's agency and outlives the colleague who wrote it.
create table public.client_notes (
  id            uuid primary key default gen_random_uuid(),
  client_id     uuid not null references public.clients (id) on delete cascade,
  staff_id      uuid references public.user_profiles (id) on delete set null,
  note_text     text not null check (note_text ~ '\S' and length(note_text) <= 10000),
  note_category text default 'general'
                  check (note_category in ('general', 'meeting', 'follow-up', 'issue', 'payment')),
  created_at    timestamptz not null default now(),
  -- When its words were last changed; null while they are those it was written with. Set by the database.
  edited_at     timestamptz
);
create index client_notes_client_id_idx on public.client_notes (client_id, created_at desc);
create index client_notes_staff_id_idx on public.client_notes (staff_id);

alter table public.client_notes enable row level security;
revoke all on public.client_notes from anon, authenticated, service_role;
grant select, insert, update, delete on public.client_notes to service_role;
grant select, delete on public.client_notes to authenticated;
grant insert (client_id, staff_id, note_text, note_category), update (note_text, note_category)
  on public.client_notes to authenticated;

create trigger fill_in_staff_id
  before insert on public.client_notes for each row execute function private.fill_in_caller('staff_id');
create trigger note_edit
  before update on public.client_notes for each row
  when ((old.note_text, old.note_category) is distinct from (new.note_text, new.note_category))
  execute function private.note_edit();

create policy "whoever sees a client reads the notes about it"
  on public.client_notes for select to authenticated
  using (exists (select from public.clients where clients.id = client_notes.client_id));

create policy "whoever sees a client adds notes of their own"
  on public.client_notes for insert to authenticated
  with check (
    (select private.may_write())
    and staff_id = (select private.my_id())
    and exists (select from public.clients where clients.id = client_notes.client_id)
  );

create policy "whoever wrote a note edits it"
  on public.client_notes for update to authenticated
  using (
    (select private.may_write())
    and staff_id = (select private.my_id())
    and exists (select from public.clients where clients.id = client_notes.client_id)
  );

create policy "whoever sees a client deletes the notes about it"
  on public.client_notes for delete to authenticated
  using (
    (select private.may_write())
    and exists (select from public.clients where clients.id = client_notes.client_id)
  );

alter publication supabase_realtime add table public.client_notes;
