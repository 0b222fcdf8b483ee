-- Rows of files that SQL deletes, as a trigger that takes the files of a deleted record along: their bytes are removed as
-- soon as the deletion is committed. The storage service removes those of its own calls itself, and the sweep whatever
-- nobody heard of.
create function storage.tell_removed_files() returns trigger language plpgsql as $$
begin
  -- A notification has fewer than 8000 bytes.
  perform pg_notify('engine_removed_files', string_agg(version, ' '))
  from (select version, (row_number() over () - 1) / 200 as batch from gone where length(version) = 36) as listed
  group by batch;
  return null;
end
$$;
create trigger tell_removed_files after delete on storage.objects
  referencing old table as gone
  for each statement when (coalesce(current_setting('storage.operation', true), '') = '')
  execute function storage.tell_removed_files();
