-- Files of chat messages: {agency_id}/{uuid}/{timestamp}_{filename}. Everybody who may read the agency's chat may read
-- them, and everybody who may write there may upload them before sending the message that names them. The allowed file
-- types are those of updates.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select 'chat-files', 'chat-files', false, file_size_limit, allowed_mime_types
from storage.buckets where id = 'client-update-files'
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- The sent files, each with its one message.
create table private.chat_files (
  path       text primary key,
  message_id uuid not null references public.chat_messages (id) on delete cascade
);
create index chat_files_message_id_idx on private.chat_files (message_id);
revoke all on private.chat_files from public, anon, authenticated, service_role;

-- The agency in whose folder a file is; null for a name that no chat file may have.
create function private.agency_of_chat_file(name text) returns uuid
language sql immutable
return case
  when name ~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/){2}[^/]+$' then split_part(name, '/', 1)::uuid
end;
revoke execute on function private.agency_of_chat_file from public;
grant execute on function private.agency_of_chat_file to authenticated;

create function private.was_sent(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.chat_files where chat_files.path = was_sent.path)
$$;
revoke execute on function private.was_sent from public;
grant execute on function private.was_sent to authenticated;

create policy "staff read the files of their agency's chat"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'chat-files' and private.agency_of_chat_file(objects.name) = (select private.my_agency_id())
    and not private.is_abandoned(bucket_id, objects.name)
  );

-- Signed upload URLs are refused, because they would outlive the right to upload.
create policy "staff upload files to their agency's chat"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'chat-files'
    and private.agency_of_chat_file(objects.name) = (select private.my_active_agency_id())
    and coalesce((select storage.operation()), '') not like '%sign\_upload\_url'
  );

-- A sent file can only be deleted together with its message.
create policy "people remove a file that they uploaded until it is sent"
  on storage.objects for delete to authenticated
  using (
    bucket_id = 'chat-files'
    and private.agency_of_chat_file(objects.name) = (select private.my_active_agency_id())
    and objects.owner_id = (select private.my_id())::text
    and not private.was_sent(objects.name)
  );

-- Assigns files to the message that names them: at most five, which its sender uploaded to this chat, with the size and
-- type that storage knows. Also removes files that were not sent within a week.
create function private.take_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  files constant jsonb := case jsonb_typeof(new.metadata -> 'files') when 'array' then new.metadata -> 'files' else '[]' end;
  taken integer;
begin
  -- Restored messages get their files back by their own rows.
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
      -- '0' follows '/' in byte order, so the range covers all names in the agency's folder.
      and name collate "C" >= new.agency_id || '/' and name collate "C" < new.agency_id || '0'
      and created_at < now() - interval '7 days'
      and not private.was_sent(name)
  ));
  return null;
end
$$;
revoke execute on function private.take_files from public;

-- The trigger runs after the row policies, so a caller without access to the chat learns nothing about its files.
create trigger take_files
  after insert on public.chat_messages for each row
  when (new.metadata ? 'files')
  execute function private.take_files();

-- Removes the files of a deleted message. The files of a deleted agency are handled with the agency.
create function private.delete_files_of_messages() returns trigger
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
revoke execute on function private.delete_files_of_messages from public;

create trigger delete_files
  after delete on private.chat_files
  referencing old table as gone
  for each statement execute function private.delete_files_of_messages();

-- Removes all chat files of an agency that is deleted for good. Before that they stay, unreadable because the agency
-- has no staff.
create function private.delete_files_of_chat() returns trigger
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
revoke execute on function private.delete_files_of_chat from public;

create trigger delete_files_of_chat
  after delete on public.agencies for each row execute function private.delete_files_of_chat('id');
create trigger delete_files_of_chat
  after delete on public.recently_deleted for each row
  when (old.kind = 'agency')
  execute function private.delete_files_of_chat('subject_id');
