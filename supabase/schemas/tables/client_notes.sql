-- Internal notes about a client. A note belongs to its client's agency and outlives the colleague who wrote it. A note with a
-- sender is a mail by which somebody answered the agency; the server adds it (incoming_mails.sql).
create table public.client_notes (
  id            uuid primary key default gen_random_uuid(),
  client_id     uuid not null references public.clients (id) on delete cascade,
  staff_id      uuid references public.user_profiles (id) on delete set null,
  note_text     text not null check (note_text ~ '\S' and length(note_text) <= 10000),
  note_category text default 'general'
                  check (note_category in ('general', 'meeting', 'follow-up', 'issue', 'payment')),
  created_at    timestamptz not null default now(),
  -- The time of the last change of its text; null if it was never changed. Set by the database.
  edited_at     timestamptz,
  -- The update that a mail answers.
  update_id     uuid references public.project_updates (id) on delete set null,
  sender_name   text check (length(sender_name) <= 200),
  sender_email  text check (length(sender_email) <= 320),
  -- Whether the sender is one of the client's people, and their mail server has signed the mail.
  is_confirmed  boolean,
  -- The whole text of a mail, with what it quotes, if that is more than the note.
  whole_text    text check (length(whole_text) <= 100000),
  -- The name of the key by which a program wrote it (for_programs.sql).
  by_program    text,
  constraint client_notes_sender_is_known check ((sender_email is null) = (is_confirmed is null))
);
create index client_notes_client_id_idx on public.client_notes (client_id, created_at desc);
create index client_notes_staff_id_idx on public.client_notes (staff_id);
create index client_notes_update_id_idx on public.client_notes (update_id) where update_id is not null;

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

create policy "people who see a client read its notes"
  on public.client_notes for select to authenticated
  using (exists (select from public.clients where clients.id = client_notes.client_id));

create policy "people who see a client add notes of their own"
  on public.client_notes for insert to authenticated
  with check (
    (select private.may_write())
    and staff_id = (select private.my_id())
    and exists (select from public.clients where clients.id = client_notes.client_id)
  );

create policy "authors edit their notes"
  on public.client_notes for update to authenticated
  using (
    (select private.may_write())
    and staff_id = (select private.my_id())
    and exists (select from public.clients where clients.id = client_notes.client_id)
  );

create policy "people who see a client delete its notes"
  on public.client_notes for delete to authenticated
  using (
    (select private.may_write())
    and exists (select from public.clients where clients.id = client_notes.client_id)
  );

create function private.replace_next_contact(client uuid, seen_on date, seen_note text, next_on date, next_note text)
returns void
language plpgsql set search_path = '' as $$
begin
  update public.clients set next_contact_on = next_on, next_contact_note = next_note
  where id = client and (next_contact_on, next_contact_note) is not distinct from (seen_on, seen_note);
  if found then
    return;
  end if;
  if private.may_write() and exists (select from public.clients where id = client) then
    raise exception 'A colleague has changed the next contact since.' using errcode = 'PT409';
  end if;
  raise exception 'This client no longer exists, or you may not change it.' using errcode = 'PT404';
end
$$;
revoke execute on function private.replace_next_contact from public;
grant execute on function private.replace_next_contact to authenticated;

-- The contact that was `due` has taken place: `words` become a note of category follow-up, whose id is returned, and the
-- next contact after that is written down. If a colleague has changed it meanwhile, nothing is stored.
create function public.complete_contact(
  client uuid, words text, due date default null, due_note text default null, next_on date default null,
  next_note text default null
) returns uuid
language plpgsql set search_path = '' as $$
declare
  written uuid;
begin
  perform private.replace_next_contact(client, due, due_note, next_on, next_note);
  insert into public.client_notes (client_id, note_text, note_category) values (client, words, 'follow-up')
  returning id into written;
  return written;
end
$$;
revoke execute on function public.complete_contact from public, anon, service_role;
grant execute on function public.complete_contact to authenticated;

-- Undoes that, unless a colleague has changed the next contact since. The note goes to the recently deleted ones.
create function public.reopen_contact(
  client uuid, written uuid, due date default null, due_note text default null, next_on date default null,
  next_note text default null
) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.replace_next_contact(client, next_on, next_note, due, due_note);
  delete from public.client_notes where id = written and client_id = client;
end
$$;
revoke execute on function public.reopen_contact from public, anon, service_role;
grant execute on function public.reopen_contact to authenticated;

alter publication supabase_realtime add table public.client_notes;
