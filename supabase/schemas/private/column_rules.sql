-- Rules for columns of several tables: what counts as an address, and values that the database fills in itself.

-- Checks an email address by the rule of the browser's email field. It allows no white space, lists or display names,
-- which have another meaning in a mail header.
create function private.is_email(address text) returns boolean
language sql immutable
return length(address) <= 320 and address ~ '^[^]\s@,;:<>()"\\[]+@[^]\s@,;:<>()"\\[]+$';
revoke execute on function private.is_email from public;
grant execute on function private.is_email to anon, authenticated, service_role;

-- Checks a web address that becomes a link: a host with dots, of letters, digits and hyphens of any script, with or
-- without http(s)://. A host without dots needs http(s)://, because javascript:1/alert(1) would otherwise be one with a
-- port. It allows no user before an @, no invalid port and no invisible characters: control characters, white space of
-- any script, bidirectional marks. The same rule is in web/lib/web-link.ts.
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

-- Whether deleted rows are being restored (recently_deleted.sql), which must not change their values.
create function private.is_bringing_back() returns boolean
language sql stable set search_path = ''
return coalesce(current_setting('mainstreet.brings_back', true) = 'on', false);
revoke execute on function private.is_bringing_back from public;
grant execute on function private.is_bringing_back to authenticated, service_role;

-- The deletion that a client becomes which is being merged with another one (client_merges.sql): its rows move, and nothing of
-- it is deleted by itself. Null at any other time.
create function private.merging_as() returns uuid
language sql stable set search_path = ''
return nullif(current_setting('mainstreet.merges_as', true), '')::uuid;
revoke execute on function private.merging_as from public;

-- Whether mail can reach an address: words joined by dots on both sides of the @, in visible characters. The same rule
-- is isEmailAddress in web/lib/email-address.ts and in supabase/functions/_shared/email-address.ts.
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

-- Refuses an undeliverable address in the column that the trigger names. Existing ones stay valid when other columns
-- change and when rows are restored, which a check constraint would not allow. It runs as its owner, because visitors
-- who send enquiries have no rights in this schema.
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

-- Fills the column that the trigger names with the caller's id if it is empty. Another person's id is left for the row
-- policy to refuse.
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

-- Fills the column with the caller's agency in the same way.
create function private.fill_in_agency() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.agency_id := coalesce(new.agency_id, private.my_agency_id());
  return new;
end
$$;
revoke execute on function private.fill_in_agency from public;

-- Requires the person in the column that the trigger names to be on the staff of the row's agency. The trigger passes the
-- column and the error message: verify_assignee('assigned_to', 'A project can only be assigned to staff of its agency.').
-- Another table with such a person needs a column agency_id and a trigger of its own, for example
--   before insert or update on public.clients for each row
--   execute function private.verify_assignee('looked_after_by', 'A client can only be looked after by staff of its agency.');
-- This is checked when the person is named or the row moves, and not at every later edit, so that a colleague's departure
-- does not block the form. The trigger runs before the policies, so its error must not reveal to callers of other agencies
-- who works there.
create function private.verify_assignee() returns trigger
language plpgsql set search_path = '' as $$
declare
  person constant uuid := to_jsonb(new) ->> tg_argv[0];
  was_named boolean := false;
begin
  if current_user = 'authenticated'
     and new.agency_id is distinct from private.my_active_agency_id()
     and not private.is_super_admin() then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    was_named := person = (to_jsonb(old) ->> tg_argv[0])::uuid;
  end if;
  if person is null
     or was_named and new.agency_id = old.agency_id
     or private.is_staff_of(person, new.agency_id) then
    return new;
  end if;
  if was_named or private.is_bringing_back() then
    -- The row moved to another agency, or was away while the person left.
    return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], null));
  end if;
  raise exception '%', tg_argv[1] using errcode = '23514';
end
$$;
revoke execute on function private.verify_assignee from public;

-- Sets the time of change, by which a form notices that a colleague has saved the row meanwhile.
create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_bringing_back() then
    new.updated_at := clock_timestamp();
  end if;
  return new;
end
$$;
revoke execute on function private.touch_updated_at from public;

-- Sets the time at which the text of a row was last changed.
create function private.note_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.edited_at := clock_timestamp();
  return new;
end
$$;
revoke execute on function private.note_edit from public;
