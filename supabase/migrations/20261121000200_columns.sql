-- What columns of several tables have in common: what counts as an address, and what the database fills in itself.

-- As lenient as the browser's own e-mail field, which knows no white space, lists or display names either: in the
-- head of a mail they would mean something else.
create function private.is_email(address text) returns boolean
language sql immutable
return length(address) <= 320 and address ~ '^[^]\s@,;:<>()"\\[]+@[^]\s@,;:<>()"\\[]+$';

-- A host with or without http(s) before it. Other schemes are refused: these addresses become links, and javascript:
-- in a link is somebody else's program in a colleague's browser.
create function private.is_web_address(address text) returns boolean
language sql immutable
return length(address) <= 2048 and address ~* '^(https?://)?[^\s/?#:@\\]+(:[0-9]{1,5})?([/?#]\S*)?$';

-- Puts the caller into the column named by the trigger where the row leaves it empty. A row that names somebody else
-- is left as it is, for its policy to refuse.
create function private.fill_in_caller() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) ->> tg_argv[0] is null then
    new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], private.my_id()));
  end if;
  return new;
end
$$;

-- The same for the caller's agency.
create function private.fill_in_agency() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.agency_id := coalesce(new.agency_id, private.my_agency_id());
  return new;
end
$$;

-- Lets an editor notice that somebody else saved the row meanwhile.
create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;
