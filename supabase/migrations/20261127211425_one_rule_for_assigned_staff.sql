-- one rule for assigned staff

-- The person in the column that the trigger names is on the staff of the row's agency. The trigger names the column, and the
-- sentence of the refusal: verify_assignee('assigned_to', 'A project can only be assigned to staff of its agency.'). Another
-- table with such a person needs a column agency_id and a trigger of its own, for example
--   before insert or update on public.clients for each row
--   execute function private.verify_assignee('looked_after_by', 'A client can only be looked after by staff of its agency.');
-- This is checked when the person is named or the row moves, and not at every later edit, so that a colleague who changed
-- jobs does not block the form. The trigger runs before the policies, which refuse a caller from another agency: it must not
-- tell them first who works there.
create or replace function private.verify_assignee() returns trigger
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

drop trigger verify_assignee on public.projects;

create trigger verify_assignee
  before insert or update on public.projects for each row
  execute function private.verify_assignee('assigned_to', 'A project can only be assigned to staff of its agency.');

drop trigger verify_assignee on public.project_steps;

create trigger verify_assignee
  before insert or update on public.project_steps for each row
  execute function private.verify_assignee('assigned_to', 'A step can only be assigned to staff of its agency.');

drop function private.verify_step_assignee();
