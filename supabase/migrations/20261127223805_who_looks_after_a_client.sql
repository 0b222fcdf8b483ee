-- who looks after a client

drop function public.make_client_of_enquiry(uuid,uuid);

-- A person who leaves an agency is no longer assigned to its projects, and no longer looks after its clients.
create or replace function private.unassign_projects() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.projects set assigned_to = null
  where assigned_to = new.id and agency_id is distinct from new.agency_id;
  update public.clients set looked_after_by = null
  where looked_after_by = new.id and agency_id is distinct from new.agency_id;
  return null;
end
$$;

-- The colleague who looks after the client, and when they contact it next and why.
alter table public.clients add column looked_after_by uuid references public.user_profiles (id) on delete set null;

alter table public.clients add column next_contact_on date;

alter table public.clients add column next_contact_note text check (next_contact_note ~ '\S' and length(next_contact_note) <= 200);

revoke all on public.clients from anon, authenticated, service_role;

grant select, insert, update, delete on public.clients to service_role;

grant select, delete on public.clients to authenticated;

grant insert (agency_id, name, company_name, email, phone, website_url, industry, prospect_status, plan, plan_since,
              looked_after_by, next_contact_on, next_contact_note),
      update (agency_id, name, company_name, email, phone, website_url, industry, prospect_status, wants_digest, plan,
              plan_since, looked_after_by, next_contact_on, next_contact_note)
  on public.clients to authenticated;

alter table public.clients add constraint clients_next_contact_has_a_day CHECK (((next_contact_note IS NULL) OR (next_contact_on IS NOT NULL)));

create index clients_looked_after_by_idx on public.clients (looked_after_by, next_contact_on);

create index clients_next_contact_on_idx on public.clients (agency_id, next_contact_on) where next_contact_on is not null;

create trigger verify_assignee
  before insert or update on public.clients for each row
  execute function private.verify_assignee('looked_after_by', 'A client can only be looked after by staff of its agency.');

create function private.replace_next_contact(client uuid, seen_on date, seen_note text, next_on date, next_note text)
returns void
language plpgsql set search_path = '' as $$
begin
  update public.clients set next_contact_on = next_on, next_contact_note = next_note
  where id = client and (next_contact_on, next_contact_note) is not distinct from (seen_on, seen_note);
  if found then
    return;
  end if;
  if private.may_write() and exists (select from public.clients where id = client) then
    raise exception 'A colleague has changed the next contact since.' using errcode = 'PT409';
  end if;
  raise exception 'This client no longer exists, or you may not change it.' using errcode = 'PT404';
end
$$;

revoke execute on function private.replace_next_contact from public;

grant execute on function private.replace_next_contact to authenticated;

-- The contact that was `due` has taken place: `words` become a note of category follow-up, whose id is returned, and the
-- next contact after that is written down. If a colleague has changed it meanwhile, nothing is stored.
create function public.complete_contact(
  client uuid, words text, due date default null, due_note text default null, next_on date default null,
  next_note text default null
) returns uuid
language plpgsql set search_path = '' as $$
declare
  written uuid;
begin
  perform private.replace_next_contact(client, due, due_note, next_on, next_note);
  insert into public.client_notes (client_id, note_text, note_category) values (client, words, 'follow-up')
  returning id into written;
  return written;
end
$$;

revoke execute on function public.complete_contact from public, anon, service_role;

grant execute on function public.complete_contact to authenticated;

-- Undoes that, unless a colleague has changed the next contact since. The note goes to the recently deleted ones.
create function public.reopen_contact(
  client uuid, written uuid, due date default null, due_note text default null, next_on date default null,
  next_note text default null
) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.replace_next_contact(client, next_on, next_note, due, due_note);
  delete from public.client_notes where id = written and client_id = client;
end
$$;

revoke execute on function public.reopen_contact from public, anon, service_role;

grant execute on function public.reopen_contact to authenticated;

-- Creates a client of the website's agency from an enquiry, or uses the `existing` one, with the message as its first
-- note. Called again, it returns the same client. A new one is looked after by the person who took the enquiry, as long as
-- they are on the staff of that agency, and contacted on `contact_on`, which the browser gives because only it knows the
-- caller's day.
create function public.make_client_of_enquiry(
  enquiry uuid, existing uuid default null, contact_on date default current_date + 2
) returns uuid
language plpgsql set search_path = '' as $$
declare
  asked public.contact_submissions;
  made uuid := existing;
  agency constant uuid := private.website_agency_id();
begin
  select * into asked from public.contact_submissions where id = enquiry for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This enquiry no longer exists, or you may not change it.';
  end if;
  if asked.client_id is not null then
    return asked.client_id;
  end if;
  if made is null then
    insert into public.clients
      (agency_id, name, company_name, email, phone, prospect_status, looked_after_by, next_contact_on)
    values (
      agency, asked.name, asked.business_name, asked.email, asked.phone, 'prospect',
      (
        select person from unnest(array[asked.taken_by, private.my_id()]) with ordinality as known (person, place)
        where private.is_staff_of(person, agency) order by place limit 1
      ),
      contact_on
    )
    returning id into made;
  end if;
  insert into public.client_notes (client_id, note_text, note_category)
  values (made, coalesce(nullif(btrim(asked.message), ''), 'Asked by the website, without a message.'), 'general');
  update public.contact_submissions set state = 'client', client_id = made where id = enquiry;
  return made;
end
$$;

revoke execute on function public.make_client_of_enquiry from public, anon;

grant execute on function public.make_client_of_enquiry to authenticated, service_role;

-- Deactivates a person: all their access ends at once and cannot be regained until they are reactivated; their work
-- stays. Their open projects stay assigned to them unless a super admin names a successor, who also looks after their
-- clients from then on. An agency admin hands over the clients alone, because everybody of the agency may change that.
create or replace function public.deactivate_person(person uuid, reassign_to uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time: two super admins who deactivate each other would leave nobody.
  perform pg_advisory_xact_lock(hashtext('private.keep_a_super_admin'));
  perform private.require_care_of(person);
  if reassign_to is not null then
    if reassign_to = person then
      raise exception 'Their projects and clients go to somebody else.' using errcode = '23514';
    end if;
    update public.projects set assigned_to = reassign_to
    where assigned_to = person and status not in ('completed', 'cancelled') and private.is_super_admin();
    update public.clients set looked_after_by = reassign_to where looked_after_by = person;
  end if;
  update auth.users set banned_until = now() + interval '100 years'
  where id = person and (banned_until is null or banned_until < now() + interval '50 years');
  if found then
    update auth.sessions set not_after = now() where user_id = person and (not_after is null or not_after > now());
    perform private.audit('deactivated', private.audit_agency_of(person), person, private.audit_name(person));
  end if;
end
$$;

-- The columns that an import may set. Others, such as the assignee of a project, are left out, so that nobody gets a
-- thousand notices at once.
create or replace function private.imported_columns(place text) returns text[]
language sql immutable set search_path = ''
return case place
  when 'clients' then '{name, company_name, email, phone, website_url, industry, prospect_status, plan,
                        plan_since, looked_after_by, next_contact_on, next_contact_note}'::text[]
  when 'projects' then '{client_id, name, description, project_type, status, priority, start_date, target_completion_date,
                         actual_completion_date, budget, requirements}'::text[]
end;
