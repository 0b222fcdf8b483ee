-- Files as hosted Supabase keeps them. The bytes are elsewhere, under `version`; the row decides whether a file exists.
create schema storage;
grant usage on schema storage to anon, authenticated, service_role;
grant all on schema storage to supabase_storage_admin;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

-- Functions for policies: the folders in a name, its last part, and the extension of that part.
create function storage.foldername(name text) returns text[] language sql immutable as $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;

create function storage.filename(name text) returns text language sql immutable as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;

create function storage.extension(name text) returns text language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

-- The storage operation that the statement belongs to, such as 'storage.object.upload'; empty outside the storage
-- service.
create function storage.operation() returns text language sql stable as $$
  select current_setting('storage.operation', true)
$$;

create function storage.allow_only_operation(expected_operation text) returns boolean language sql stable as $$
  select coalesce(
    regexp_replace(storage.operation(), '^storage\.', '') = regexp_replace(expected_operation, '^storage\.', ''), false)
$$;

create function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable as $$
  select exists (select from unnest(expected_operations) as expected where storage.allow_only_operation(expected))
$$;

-- Refuses to delete a row by hand, which would leave its file behind. A trigger that means to remove the files of a
-- deleted record says so: perform set_config('storage.allow_delete_query', 'true', true). The sweep then removes the
-- file.
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501';
  end if;
  return null;
end
$$;

grant execute on all functions in schema storage
  to anon, authenticated, service_role, supabase_storage_admin;
