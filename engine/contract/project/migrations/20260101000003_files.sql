-- Buckets of every kind: public, with limits, and for uploads only.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('posters', 'posters', true, null, null),
  ('reels', 'reels', false, null, null),
  ('papers', 'papers', false, 10485760, array[
    'image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/csv',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document']),
  ('letterbox', 'letterbox', false, 1000, null);

-- Users keep reels in a folder of their own.
create policy "own reels are read" on storage.objects for select to authenticated
  using (bucket_id = 'reels' and (storage.foldername(name))[1] = (select auth.uid()::text));
create policy "own reels are uploaded" on storage.objects for insert to authenticated
  with check (bucket_id = 'reels' and (storage.foldername(name))[1] = (select auth.uid()::text));
create policy "own reels are changed" on storage.objects for update to authenticated
  using (bucket_id = 'reels' and owner_id = (select auth.uid()::text))
  with check (bucket_id = 'reels' and (storage.foldername(name))[1] = (select auth.uid()::text));
create policy "own reels are removed" on storage.objects for delete to authenticated
  using (bucket_id = 'reels' and owner_id = (select auth.uid()::text));
-- A folder that all signed-in users may read.
create policy "shared reels are read" on storage.objects for select to authenticated
  using (bucket_id = 'reels' and (storage.foldername(name))[1] = 'shared');
-- The reels of a crew belong to its current members.
create policy "reels of the crew are read and uploaded" on storage.objects for all to authenticated
  using (bucket_id = 'reels' and (storage.foldername(name))[1] = (select auth.jwt() -> 'app_metadata' ->> 'crew'))
  with check (bucket_id = 'reels' and (storage.foldername(name))[1] = (select auth.jwt() -> 'app_metadata' ->> 'crew'));

-- Everybody may upload letters, and nobody may read them.
create policy "anybody posts a letter" on storage.objects for insert to anon, authenticated
  with check (bucket_id = 'letterbox' and storage.extension(name) = 'txt' and metadata ->> 'mimetype' like 'text/plain%');

-- Users see public buckets, and may create buckets of their own.
create policy "public buckets are seen" on storage.buckets for select to authenticated
  using (public or owner_id = (select auth.uid()::text));
create policy "people make buckets" on storage.buckets for insert to authenticated
  with check (owner_id = (select auth.uid()::text) and not public);

-- A record with a file: deleting the record deletes the file's row too.
create table public.scripts (id uuid primary key default gen_random_uuid(), file text not null);
create function public.remove_script_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = 'papers' and name = old.file;
  return null;
end
$$;
create trigger remove_script_file after delete on public.scripts
  for each row execute function public.remove_script_file();

create function public.delete_file_by_hand(key text) returns void language sql as $$
  delete from storage.objects where name = key
$$;
