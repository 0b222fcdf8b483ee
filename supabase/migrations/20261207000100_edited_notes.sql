-- Notes are edited by who wrote them.

-- Says when somebody changed the words of a row.
create function private.note_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.edited_at := clock_timestamp();
  return new;
end
$$;

alter table public.client_notes add column edited_at timestamptz;

create trigger note_edit
  before update on public.client_notes for each row
  when ((old.note_text, old.note_category) is distinct from (new.note_text, new.note_category))
  execute function private.note_edit();

drop policy "whoever sees a client edits the notes about it" on public.client_notes;
create policy "whoever wrote a note edits it"
  on public.client_notes for update to authenticated
  using (
    (select private.may_write())
    and staff_id = (select private.my_id())
    and exists (select from public.clients where clients.id = client_notes.client_id)
  );

alter table public.project_notes add column edited_at timestamptz;

create trigger note_edit
  before update on public.project_notes for each row
  when ((old.note_text, old.note_category) is distinct from (new.note_text, new.note_category))
  execute function private.note_edit();

drop policy "whoever sees a project edits the notes about it" on public.project_notes;
create policy "whoever wrote a note edits it"
  on public.project_notes for update to authenticated
  using (
    (select private.may_write())
    and staff_id = (select private.my_id())
    and exists (select from public.projects where projects.id = project_notes.project_id)
  );

-- What roles may do with them, and with what was deleted.
delete from public.role_permissions where position = 10;
insert into public.role_permissions (role, position, subject, covers, actions, scope)
select unnest(roles), position, subject, covers, actions, scope
from (values
  (10, '{agency_staff, agency_admin, admin}'::text[],
       'Clients, projects and attachments', '{clients, projects, client_update_attachments}'::text[],
       '{read, add, change, delete}'::text[], 'own agency'),
  (10, '{super_admin}', 'Clients, projects and attachments', '{clients, projects, client_update_attachments}',
       '{read, add, change, delete}', 'every agency'),
  (16, '{agency_staff, agency_admin, admin}', 'Notes', '{client_notes, project_notes}', '{read, add, delete}', 'own agency'),
  (16, '{super_admin}', 'Notes', '{client_notes, project_notes}', '{read, add, delete}', 'every agency'),
  (17, '{agency_staff, agency_admin, admin, super_admin}', 'Notes', '{client_notes, project_notes}', '{change}', 'own'),
  (18, '{agency_staff, agency_admin, admin}', 'What was deleted in the last 30 days, to bring it back', '{recently_deleted}',
       '{read}', 'own agency'),
  (18, '{super_admin}', 'What was deleted in the last 30 days, to bring it back', '{recently_deleted}',
       '{read}', 'every agency')
) as permission (position, roles, subject, covers, actions, scope);
