-- What columns of several tables have in common: what counts as an address, and what the database fills in itself.

-- The rule of the browser's own e-mail field, which knows no white space, lists or display names either: in the head of
-- a mail they would mean something else.
create function private.is_email(address text) returns boolean
language sql immutable
return length(address) <= 320 and address ~ '^[^]\s@,;:<>()"\\[]+@[^]\s@,;:<>()"\\[]+$';
revoke execute on function private.is_email from public;
grant execute on function private.is_email to anon, authenticated, service_role;

-- What becomes a link is the address of a host: names with dots between them, of letters, digits and hyphens of any
-- script, after http(s):// or without it, then. A single name needs the http(s)://, since javascript:1/alert(1) would be
-- one with a port. No user before an @, no port that is none, and nothing that is not seen: control characters, white
-- space of any alphabet, marks that turn the writing round. The same as web/lib/web-link.ts.
create function private.is_web_address(address text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  letter constant text :=
    'A-Za-z0-9_\u00C0-\u061B\u061D-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2DFF\u3040-\uD7FF\uF900-\uFAFF';
  name constant text := '[' || letter || ']([' || letter || '-]*[' || letter || '])?';
  port constant text := '(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4}))?';
  rest constant text := '([/?#][^\u0001-\u0020"<>\\\u007F-\u00A0\u061C\u1680\u180E\u2000-\u200F\u2028-\u202F'
    '\u205F-\u206F\u3000\uFEFF]*)?';
begin
  return length(address) <= 2048 and address ~ (
    '^([Hh][Tt][Tt][Pp][Ss]?://' || name || '(\.' || name || ')*|' || name || '(\.' || name || ')+)' || port || rest || '$'
  );
end
$$;
revoke execute on function private.is_web_address from public;
grant execute on function private.is_web_address to authenticated, service_role;

-- Whether rows come back that were deleted (recently_deleted.sql): then they are as they were.
create function private.is_bringing_back() returns boolean
language sql stable set search_path = ''
return coalesce(current_setting('mainstreet.brings_back', true) = 'on', false);
revoke execute on function private.is_bringing_back from public;
grant execute on function private.is_bringing_back to authenticated, service_role;

-- Whether mail can reach an address as it stands: words with dots between them on both sides of the @, in signs that can
-- be seen. The same as isEmailAddress of web/lib/email-address.ts and of supabase/functions/_shared/email-address.ts.
create function private.can_be_mailed(address text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  letter constant text :=
    'A-Za-z0-9\u00C0-\u061B\u061D-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2DFF\u3040-\uD7FF\uF900-\uFAFF';
  word constant text := '[' || letter || '!#$%&''*+/=?^_`{|}~-]+';
  label constant text := '[' || letter || ']([' || letter || '-]{0,61}[' || letter || '])?';
begin
  return length(address) <= 254
     and length(split_part(address, '@', 1)) <= 64
     and length(split_part(address, '@', 2)) <= 253
     and address ~ ('^' || word || '(\.' || word || ')*@(?![0-9.]+$)' || label || '(\.' || label || ')*$');
end
$$;
revoke execute on function private.can_be_mailed from public;

-- The column named by the trigger takes no address that mail cannot reach. Rows that have one already stay as they are,
-- also when something else of them changes and when they are brought back, which a check of the table would not allow.
-- It runs as its owner, because visitors, who send enquiries, have no rights in this schema.
create function private.require_mailable() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := to_jsonb(new) ->> tg_argv[0];
begin
  if tg_op = 'UPDATE' and address is not distinct from to_jsonb(old) ->> tg_argv[0] or private.is_bringing_back() then
    return new;
  end if;
  if not private.can_be_mailed(address) then
    raise exception 'Enter an email address, like name@example.com.' using errcode = '23514';
  end if;
  return new;
end
$$;
revoke execute on function private.require_mailable from public;

-- Puts the caller into the column named by the trigger where the row leaves it empty. A row that names somebody else
-- is left as it is, for its policy to refuse.
create function private.fill_in_caller() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) ->> tg_argv[0] is null and private.is_bringing_back() is not true then
    new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], private.my_id()));
  end if;
  return new;
end
$$;
revoke execute on function private.fill_in_caller from public;

-- The same for the caller's agency.
create function private.fill_in_agency() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.agency_id := coalesce(new.agency_id, private.my_agency_id());
  return new;
end
$$;
revoke execute on function private.fill_in_agency from public;

-- Lets an editor notice that somebody else saved the row meanwhile.
create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;
revoke execute on function private.touch_updated_at from public;

-- Says when somebody changed the words of a row.
create function private.note_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.edited_at := clock_timestamp();
  return new;
end
$$;
revoke execute on function private.note_edit from public;
