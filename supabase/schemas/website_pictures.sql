-- Pictures of testimonials and case studies. Everybody may see them; the people who edit the website's content upload
-- them, already scaled down by their browser.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('website-pictures', 'website-pictures', true, 1048576, array['image/jpeg', 'image/webp'])
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create function private.writes_website() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (private.has_role('agency_admin') and private.my_active_agency_id() = private.website_agency_id())
      or private.is_super_admin();
end
$$;
revoke execute on function private.writes_website from public;
grant execute on function private.writes_website to authenticated;

create policy "people who edit the website list its pictures"
  on storage.objects for select to authenticated
  using (
    bucket_id = 'website-pictures' and (select private.writes_website())
    and not private.is_abandoned(bucket_id, objects.name)
  );

-- Signed upload URLs are refused, because they would outlive the right to upload.
create policy "people who edit the website upload its pictures"
  on storage.objects for insert to authenticated
  with check (
    bucket_id = 'website-pictures'
    and (select private.writes_website())
    and coalesce((select storage.operation()), '') not like '%sign\_upload\_url'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|webp)$'
  );

create policy "people who edit the website remove its pictures"
  on storage.objects for delete to authenticated
  using (bucket_id = 'website-pictures' and (select private.writes_website()));

-- The names of this bucket's pictures in a JSON list.
create function private.pictures_of(entries jsonb) returns setof text
language sql immutable
begin atomic
  select substring(entry ->> 'picture' from '/website-pictures/([0-9a-f-]{36}\.(?:jpg|webp))$')
  from jsonb_array_elements(entries) as entry;
end;
revoke execute on function private.pictures_of from public;

-- Removes a picture that no entry shows any more, and pictures that were uploaded and not used within a week. The
-- pictures of a deleted agency stay as long as it can be restored.
create function private.drop_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone constant jsonb := case tg_table_name when 'agencies' then to_jsonb(old) else to_jsonb(old) -> 'content' end;
begin
  -- A picture that another entry still shows is kept.
  if tg_op = 'UPDATE' then
    delete from private.abandoned_files
    where bucket_id = 'website-pictures' and name in (select private.pictures_of(new.testimonials || new.cases));
  end if;
  perform private.abandon_files('website-pictures', array(
    select objects.name
    from storage.objects
    where objects.bucket_id = 'website-pictures'
      and (
        objects.name in (select private.pictures_of((gone -> 'testimonials') || (gone -> 'cases')))
        or objects.created_at < now() - interval '7 days'
      )
      and not exists (
        select from public.agencies, private.pictures_of(agencies.testimonials || agencies.cases) as shown
        where shown = objects.name
      )
      and not exists (
        select
        from private.recently_deleted_rows as kept,
          private.pictures_of((kept.content -> 'testimonials') || (kept.content -> 'cases')) as shown
        where kept.place = 'public.agencies' and not kept.is_cut and shown = objects.name
      )
  ));
  return null;
end
$$;
revoke execute on function private.drop_pictures from public;

create trigger pictures_dropped
  after update on public.agencies for each row
  when ((old.testimonials, old.cases) is distinct from (new.testimonials, new.cases))
  execute function private.drop_pictures();
create trigger pictures_deleted
  after delete on public.agencies for each row execute function private.drop_pictures();
create trigger pictures_deleted
  after delete on private.recently_deleted_rows for each row
  when (old.place = 'public.agencies' and not old.is_cut)
  execute function private.drop_pictures();
