-- the month of a content update that is moved

drop trigger note_content_update_changed on public.project_updates;

create trigger note_content_update_changed
  after update of counts_as_content_update, created_at on public.project_updates for each row
  when (
    (old.counts_as_content_update or new.counts_as_content_update)
    and (old.counts_as_content_update, old.created_at)
      is distinct from (new.counts_as_content_update, new.created_at)
  )
  execute function private.note_content_update();
