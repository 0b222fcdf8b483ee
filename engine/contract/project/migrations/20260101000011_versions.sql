-- A bucket that keeps earlier versions, in which people keep diaries of their own.
insert into storage.buckets (id, name, versioning_status) values ('diaries', 'diaries', 'ENABLED');
create policy "own diaries" on storage.objects for all to authenticated
  using (bucket_id = 'diaries' and owner_id = (select auth.uid()::text))
  with check (bucket_id = 'diaries' and owner_id = (select auth.uid()::text));
