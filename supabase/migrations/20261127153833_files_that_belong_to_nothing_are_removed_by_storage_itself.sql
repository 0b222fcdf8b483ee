-- files that belong to nothing are removed by storage itself

-- Files that belong to nothing any more: of a chat message, an attachment or a picture that is gone, or never used. Nobody reads
-- them, and settle-deleted removes them through storage's API. A trigger that deletes rows of storage.objects itself would
-- leave the bytes behind on hosted Supabase, where nothing else knows of them.
create table private.abandoned_files (
  bucket_id text not null,
  name      text not null,
  primary key (bucket_id, name)
);

revoke all on private.abandoned_files from public, anon, authenticated, service_role;

-- Those that storage has removed meanwhile are forgotten here.
create function private.abandon_files(bucket text, names text[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.abandoned_files as abandoned
  where not exists (
    select from storage.objects where objects.bucket_id = abandoned.bucket_id and objects.name = abandoned.name
  );
  insert into private.abandoned_files (bucket_id, name) select bucket, unnest(names) on conflict do nothing;
$$;

revoke execute on function private.abandon_files from public;

-- Asked by the policies of storage.objects.
create function private.is_abandoned(bucket text, name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.abandoned_files as abandoned
    where abandoned.bucket_id = is_abandoned.bucket and abandoned.name = is_abandoned.name
  )
$$;

revoke execute on function private.is_abandoned from public;

grant execute on function private.is_abandoned to authenticated;

-- An update that nobody can bring back (recently_deleted.sql) takes its files with it, also those that no attachment names, and
-- also when it goes with its project, its client or its agency (private/abandoned_files.sql).
create or replace function private.delete_files_of_updates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.my_id() is not null then
    return null;
  end if;
  perform private.abandon_files('client-update-files', array(
    select objects.name
    from gone
    join storage.objects
      on objects.bucket_id = 'client-update-files'
      -- '0' is what follows '/': from the first name in the update's folder to the last.
      and objects.name collate "C" >= gone.id || '/'
      and objects.name collate "C" < gone.id || '0'
  ));
  return null;
end
$$;

-- An attachment takes its file with it. What becomes of those of an update that goes is for the update to say.
create or replace function private.delete_files_of_attachments() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.abandon_files('client-update-files', array(
    select objects.name
    from gone
    join public.project_updates on project_updates.id = gone.update_id
    join storage.objects on objects.bucket_id = 'client-update-files' and objects.name = gone.file_path
  ));
  return null;
end
$$;

drop policy "whoever sees an update reads its files" on storage.objects;

create policy "whoever sees an update reads its files"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'client-update-files'
    and exists (select from public.project_updates where project_updates.id = private.update_of_file(objects.name))
    and not private.is_abandoned(bucket_id, objects.name)
  );

drop policy "whoever writes the website lists its pictures" on storage.objects;

create policy "whoever writes the website lists its pictures"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'website-pictures' and (select private.writes_website())
    and not private.is_abandoned(bucket_id, objects.name)
  );

-- A picture goes with the last that shows it, and one that was uploaded and never shown after a week.
create or replace function private.drop_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One that is shown again at once.
  if tg_op = 'UPDATE' then
    delete from private.abandoned_files
    where bucket_id = 'website-pictures' and name in (select private.pictures_of(new.testimonials || new.cases));
  end if;
  perform private.abandon_files('website-pictures', array(
    select objects.name
    from storage.objects
    where objects.bucket_id = 'website-pictures'
      and (
        objects.name in (select private.pictures_of(old.testimonials || old.cases))
        or objects.created_at < now() - interval '7 days'
      )
      and not exists (
        select from public.agencies, private.pictures_of(agencies.testimonials || agencies.cases) as shown
        where shown = objects.name
      )
  ));
  return null;
end
$$;

-- Files that lie in the wrong bucket, and the right one: those of updates that were deleted, and of those that came back; none
-- for those of updates that are erased, and for what belongs to nothing any more.
create or replace function public.misplaced_files() returns table (bucket text, name text, belongs_in text)
language sql stable security definer set search_path = '' as $$
  select objects.bucket_id, objects.name, 'recently-deleted'
  from private.recently_deleted_rows as kept
  join storage.objects
    on objects.bucket_id = 'client-update-files'
    -- '0' is what follows '/': from the first name in the update's folder to the last.
    and objects.name collate "C" >= (kept.content ->> 'id') || '/'
    and objects.name collate "C" < (kept.content ->> 'id') || '0'
  where kept.place = 'public.project_updates' and not kept.is_cut
    and not private.is_abandoned(objects.bucket_id, objects.name)
  union all
  select abandoned.bucket_id, abandoned.name, null
  from private.abandoned_files as abandoned
  join storage.objects on objects.bucket_id = abandoned.bucket_id and objects.name = abandoned.name
  union all
  select objects.bucket_id, objects.name, case when project_updates.id is not null then 'client-update-files' end
  from storage.objects
  left join public.project_updates on project_updates.id = private.update_of_file(objects.name)
  where objects.bucket_id = 'recently-deleted'
    and (
      project_updates.id is not null
      or not exists (
        select from private.recently_deleted_rows as kept
        where kept.content ->> 'id' = private.update_of_file(objects.name)::text and not kept.is_cut
      )
    )
$$;

drop policy "staff read the files of their agency's chat" on storage.objects;

create policy "staff read the files of their agency's chat"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'chat-files' and private.agency_of_chat_file(objects.name) = (select private.my_agency_id())
    and not private.is_abandoned(bucket_id, objects.name)
  );

-- Takes the files that a message says it carries: ones that its sender uploaded to this chat, told as storage knows them, at most five.
-- What nobody has sent within a week goes then.
create or replace function private.take_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  files constant jsonb := case jsonb_typeof(new.metadata -> 'files') when 'array' then new.metadata -> 'files' else '[]' end;
  taken integer;
begin
  -- They come back by themselves.
  if private.is_bringing_back() then
    return null;
  end if;
  insert into private.chat_files (path, message_id)
  select objects.name, new.id
  from jsonb_array_elements(files) as file
  join storage.objects on objects.bucket_id = 'chat-files' and objects.name = file ->> 'path'
  where private.agency_of_chat_file(objects.name) = new.agency_id
    and not private.is_abandoned('chat-files', objects.name)
    and (objects.owner_id = new.sender_id::text or private.my_id() is null)
    and file = jsonb_build_object(
      'path', file -> 'path', 'name', file -> 'name',
      'type', objects.metadata -> 'mimetype', 'size', objects.metadata -> 'size'
    )
    and jsonb_typeof(file -> 'name') = 'string' and file ->> 'name' ~ '\S' and length(file ->> 'name') <= 255;
  get diagnostics taken = row_count;
  if taken <> jsonb_array_length(files) or taken not between 1 and 5 then
    raise sqlstate 'PT400' using message = 'A message carries up to five files that its sender has uploaded to the chat.';
  end if;
  perform private.abandon_files('chat-files', array(
    select name
    from storage.objects
    where bucket_id = 'chat-files'
      -- '0' is what follows '/': from the first name in the agency's folder to the last.
      and name collate "C" >= new.agency_id || '/' and name collate "C" < new.agency_id || '0'
      and created_at < now() - interval '7 days'
      and not private.was_sent(name)
  ));
  return null;
end
$$;

-- A message that goes takes its files with it. What becomes of those of an agency that goes is for the agency to say.
create or replace function private.delete_files_of_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.abandon_files('chat-files', array(
    select objects.name
    from gone
    join public.agencies on agencies.id = private.agency_of_chat_file(gone.path)
    join storage.objects on objects.bucket_id = 'chat-files' and objects.name = gone.path
  ));
  return null;
end
$$;

-- An agency that nobody can bring back takes all of its chat's files with it. Until then they lie where nobody reads them, since
-- nobody works there.
create or replace function private.delete_files_of_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  agency constant text := to_jsonb(old) ->> tg_argv[0];
begin
  if exists (select from public.agencies where id = agency::uuid)
    or exists (select from public.recently_deleted where kind = 'agency' and subject_id = agency::uuid) then
    return null;
  end if;
  perform private.abandon_files('chat-files', array(
    select name
    from storage.objects
    where bucket_id = 'chat-files' and name collate "C" >= agency || '/' and name collate "C" < agency || '0'
  ));
  return null;
end
$$;
