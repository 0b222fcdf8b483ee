-- Buckets keep no earlier versions of files any more: the price was a look at the bucket for each row that comes or goes,
-- and a condition in each statement about files. The files that are there stay as they are. Earlier versions and delete
-- markers go, and the bytes that only they named wait in the quarantine as those of any deleted row. The columns stay, since
-- the hosted service has them and SQL of a project may name them.
drop trigger file_arrives on storage.objects;
drop trigger file_changes on storage.objects;
drop trigger file_is_removed on storage.objects;
drop trigger file_is_moved on storage.objects;
drop function engine.file_arrives();
drop function engine.file_changes();
drop function engine.file_leaves();
drop function engine.leave_place(storage.objects, uuid);
drop function engine.clear_place(text, text, uuid);
drop function engine.archive_copy(storage.objects, uuid);
drop function engine.drop_null_version(text, text, uuid);
drop function engine.keep_null_version(text, text, uuid);
drop function engine.versioning_of(text);

select set_config('storage.allow_delete_query', 'true', true);
delete from storage.objects where archived_at is not null or is_delete_marker;

create unique index bucketid_objname on storage.objects (bucket_id, name);
drop index storage.idx_objects_current_version;
drop index storage.idx_objects_versions;

-- SQL that switches versions on is refused, and not passed over.
update storage.buckets set versioning_status = 'DISABLED' where versioning_status <> 'DISABLED';
alter table storage.buckets
  drop column lifecycle_configuration,
  drop constraint buckets_versioning_status_check,
  add constraint buckets_versioning_status_check check (versioning_status = 'DISABLED');
