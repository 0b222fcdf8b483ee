-- Functions for SQL of projects, which run under the row policies of their caller. The storage service does not use
-- them.

-- The files and folders directly below a prefix, as POST /object/list returns them; names are relative to the prefix.
-- `levels` has no effect, because the prefix implies it.
create function storage.search(
  prefix text, bucketname text, limits integer default 100, levels integer default 1, offsets integer default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
) language sql stable as $$
  with asked as (
    select length(coalesce(search.prefix, '')) + 1 as start,
      lower(coalesce(search.prefix, '') || coalesce(search.search, '')) as beginning,
      lower(coalesce(sortcolumn, 'name')) as sorted_by,
      lower(coalesce(sortorder, 'asc')) = 'desc' as is_descending
  ), found as (
    select substr(file.name, asked.start) as rest, file.*
    from storage.objects as file, asked
    where file.bucket_id = bucketname
      and lower(file.name) collate "C" >= asked.beginning
      and lower(file.name) collate "C" < asked.beginning || chr(1114111)
  ), shown as (
    select rest, found.id, found.updated_at, found.created_at, found.last_accessed_at, found.metadata
    from found where rest <> '' and strpos(rest, '/') = 0
    union all
    select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz,
      null::jsonb
    from found where strpos(rest, '/') > 0
  ), placed as (
    select shown.*, lower(rest) collate "C" as place, is_descending,
      case sorted_by
        when 'updated_at' then shown.updated_at
        when 'created_at' then shown.created_at
        when 'last_accessed_at' then shown.last_accessed_at
      end as at,
      -- By date, folders come first.
      shown.id is not null and sorted_by in ('updated_at', 'created_at', 'last_accessed_at') as is_later
    from shown, asked
  )
  select placed.rest, placed.id, placed.updated_at, placed.created_at, placed.last_accessed_at, placed.metadata
  from placed
  order by is_later,
    case when not is_descending then at end, case when is_descending then at end desc,
    case when not is_descending then place end, case when is_descending then place end desc
  limit least(coalesce(limits, 100), 1500) offset coalesce(offsets, 0)
$$;

create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text) language sql stable as $$
  select sum((metadata ->> 'size')::bigint)::bigint, bucket_id
  from storage.objects
  group by bucket_id
$$;

-- Checks whether the row policies let the caller create this file: raises their refusal, or else PT200, so no row
-- stays.
create function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb) returns void
language plpgsql as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata) values (bucketid, name, owner, metadata);
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end
$$;

grant execute on function storage.search, storage.get_size_by_bucket, storage.can_insert_object
  to anon, authenticated, service_role, supabase_storage_admin;
