-- steps of projects

update public.role_permissions
set subject = 'Clients, projects, steps and attachments',
    covers = '{clients, projects, project_steps, client_update_attachments}'
where position = 10;

alter table public.projects add constraint projects_id_agency_id_key UNIQUE (id, agency_id);

-- The steps of a project: what is to be done, by whom and by when.
create table public.project_steps (
  id           uuid primary key default gen_random_uuid(),
  -- The agency is that of the project. It stands here so that the policies and the lists of open steps need no join.
  agency_id    uuid not null,
  project_id   uuid not null,
  title        text not null check (title ~ '\S' and length(title) <= 200),
  due_on       date,
  assigned_to  uuid references public.user_profiles (id) on delete set null,
  -- The order within the project. A new step comes last, and one that moves takes a number between those of its neighbors.
  position     double precision not null default 'infinity',
  is_done      boolean not null default false,
  -- When and by whom it was ticked; the database sets both.
  done_at      timestamptz,
  done_by      uuid references public.user_profiles (id) on delete set null,
  repeats      text check (repeats in ('week', 'month', 'quarter')),
  -- The day from which the repetitions count: the last of January is followed by the last of February and by March 31.
  repeats_from date,
  -- The ticked step that this one repeats.
  repeats_step uuid unique references public.project_steps (id) on delete set null,
  created_by   uuid references public.user_profiles (id) on delete set null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  constraint project_steps_repeats_by_day check (repeats is null or due_on is not null),
  constraint project_steps_project_id_fkey foreign key (project_id, agency_id)
    references public.projects (id, agency_id) on update cascade on delete cascade
);

alter table public.project_steps enable row level security;

revoke all on public.project_steps from anon, authenticated, service_role;

grant select, insert, update, delete on public.project_steps to service_role;

grant select, delete on public.project_steps to authenticated;

grant insert (project_id, title, due_on, assigned_to, position, is_done, repeats),
      update (title, due_on, assigned_to, position, is_done, repeats)
  on public.project_steps to authenticated;

create index project_steps_project_id_idx on public.project_steps (project_id, position);

create index project_steps_open_idx on public.project_steps (agency_id, due_on) where not is_done;

create index project_steps_assigned_to_idx on public.project_steps (assigned_to, due_on) where not is_done;

create index project_steps_done_by_idx on public.project_steps (done_by);

create index project_steps_created_by_idx on public.project_steps (created_by);

create policy "staff read their agency's steps, super admins all"
  on public.project_steps for select to authenticated
  using (agency_id = (select private.my_agency_id()) or (select private.is_super_admin()));

create policy "staff add steps to their agency's projects, super admins to all"
  on public.project_steps for insert to authenticated
  with check (
    created_by = (select private.my_id())
    and (agency_id = (select private.my_active_agency_id()) or (select private.is_super_admin()))
  );

create policy "staff change their agency's steps, super admins all"
  on public.project_steps for update to authenticated
  using (agency_id = (select private.my_active_agency_id()) or (select private.is_super_admin()));

create policy "staff delete their agency's steps, super admins all"
  on public.project_steps for delete to authenticated
  using (agency_id = (select private.my_active_agency_id()) or (select private.is_super_admin()));

-- The day of the nth repetition. PostgreSQL cuts a day that a shorter month does not have to that month's last day.
create function private.repeated_day(first date, repeats text, n integer) returns date
language sql immutable set search_path = ''
return (first + n * case repeats
  when 'week' then interval '7 days' when 'month' then interval '1 month' else interval '3 months'
end)::date;

revoke execute on function private.repeated_day from public;

-- Returns the first repetition after both `after` and yesterday: a step that is ticked late is followed by one step, and not by a
-- pile of past ones.
create function private.next_repetition(first date, repeats text, after date) returns date
language sql stable set search_path = ''
return (
  select min(private.repeated_day(first, repeats, n))
  from generate_series(
    0, 2 + (greatest(after, current_date) - first) / case repeats when 'week' then 7 when 'month' then 28 else 89 end
  ) as n
  where private.repeated_day(first, repeats, n) > greatest(after, current_date - 1)
);

revoke execute on function private.next_repetition from public;

-- Fills in what follows from the rest of the row. The policy decides whether the caller may add it: the agency is looked up
-- as far as the caller sees the project.
create function private.fill_in_step() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_bringing_back() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.agency_id := coalesce(new.agency_id, (select agency_id from public.projects where id = new.project_id));
    if new.position = 'infinity' then
      new.position := coalesce((select max(position) + 1 from public.project_steps where project_id = new.project_id), 1);
    end if;
  end if;
  if tg_op = 'INSERT' or new.is_done is distinct from old.is_done then
    new.done_at := case when new.is_done then clock_timestamp() end;
    new.done_by := case when new.is_done then private.my_id() end;
  end if;
  if tg_op = 'UPDATE' and (new.due_on, new.repeats) is distinct from (old.due_on, old.repeats) then
    new.repeats_from := null;
  end if;
  new.repeats_from := case when new.repeats is not null then coalesce(new.repeats_from, new.due_on) end;
  return new;
end
$$;

revoke execute on function private.fill_in_step from public;

-- A step is given to somebody on the staff of its agency, as a project is (private.verify_assignee).
create function private.verify_step_assignee() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated'
     and new.agency_id is distinct from private.my_active_agency_id()
     and not private.is_super_admin() then
    return new;
  end if;
  if new.assigned_to is null
     or tg_op = 'UPDATE' and (new.assigned_to, new.agency_id) = (old.assigned_to, old.agency_id)
     or private.is_staff_of(new.assigned_to, new.agency_id) then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.assigned_to = old.assigned_to or private.is_bringing_back() then
    new.assigned_to := null;
    return new;
  end if;
  raise exception 'A step can only be assigned to staff of its agency.' using errcode = '23514';
end
$$;

revoke execute on function private.verify_step_assignee from public;

-- A ticked step that repeats is followed by the next one, once. Undoing the tick takes that away again, unless somebody has
-- changed it since.
create function private.repeat_step() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_bringing_back() then
    return null;
  end if;
  if new.is_done then
    insert into public.project_steps
      (agency_id, project_id, title, due_on, assigned_to, position, repeats, repeats_from, repeats_step, created_by)
    values (
      new.agency_id, new.project_id, new.title,
      private.next_repetition(new.repeats_from, new.repeats, new.due_on),
      new.assigned_to, new.position, new.repeats, new.repeats_from, new.id, private.my_id()
    )
    on conflict (repeats_step) do nothing;
  else
    delete from public.project_steps where repeats_step = new.id and not is_done and updated_at = created_at;
  end if;
  return null;
end
$$;

revoke execute on function private.repeat_step from public;

-- Triggers fire in the order of their names: fill in first, then verify.
create trigger fill_in_created_by
  before insert on public.project_steps for each row execute function private.fill_in_caller('created_by');

create trigger fill_in_step
  before insert or update on public.project_steps for each row execute function private.fill_in_step();

create trigger touch_updated_at
  before update on public.project_steps for each row execute function private.touch_updated_at();

create trigger verify_assignee
  before insert or update on public.project_steps for each row execute function private.verify_step_assignee();

create trigger repeat_step
  after update of is_done on public.project_steps for each row
  when (old.is_done <> new.is_done and new.repeats is not null)
  execute function private.repeat_step();

-- Somebody who leaves, or is deactivated, leaves their open steps to nobody.
create function private.leave_steps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.project_steps set assigned_to = null where assigned_to = new.id and not is_done;
  return null;
end
$$;

revoke execute on function private.leave_steps from public;

create trigger leave_steps
  after update of agency_id, deactivated_at on public.user_profiles for each row
  when (old.agency_id is distinct from new.agency_id or old.deactivated_at is null and new.deactivated_at is not null)
  execute function private.leave_steps();

alter table public.notices add column step_id uuid references public.project_steps (id) on delete cascade;

alter table public.notices drop constraint notices_about_one_thing;

alter table public.notices add constraint notices_about_one_thing CHECK ((num_nonnulls(project_id, step_id, answer_id, enquiry_id, message_id, client_note_id, project_note_id) = 1));

create index notices_step_id_idx on public.notices (step_id) where step_id is not null;

-- A step that somebody else gave them, and that is still to be done.
create function private.tell_step_assignee() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant uuid := case tg_op when 'UPDATE' then old.assigned_to end;
begin
  if private.is_bringing_back() then
    return null;
  end if;
  if new.is_done then
    delete from public.notices where step_id = new.id and read_at is null;
  elsif new.assigned_to is distinct from before then
    delete from public.notices where step_id = new.id and user_id = before and read_at is null;
    if new.assigned_to is distinct from private.my_id() then
      insert into public.notices (user_id, actor_id, step_id)
      select new.assigned_to, private.my_id(), new.id
      where new.assigned_to is not null
        and not exists (select from public.notices where user_id = new.assigned_to and step_id = new.id);
    end if;
  end if;
  return null;
end
$$;

revoke execute on function private.tell_step_assignee from public;

create trigger tell_assignee
  after insert or update of assigned_to, is_done on public.project_steps
  for each row execute function private.tell_step_assignee();

alter table public.audit_events drop constraint audit_events_kind_check;

alter table public.audit_events add constraint audit_events_kind_check CHECK ((kind = ANY (ARRAY['signed_in'::text, 'sign_in_failed'::text, 'password_changed'::text, 'second_step_removed'::text, 'address_changed'::text, 'created'::text, 'invited'::text, 'invitation_revoked'::text, 'password_reset'::text, 'deactivated'::text, 'reactivated'::text, 'account_deleted'::text, 'role_given'::text, 'role_taken'::text, 'joined_agency'::text, 'left_agency'::text, 'agency_added'::text, 'agency_changed'::text, 'agency_deleted'::text, 'client_deleted'::text, 'project_deleted'::text, 'step_deleted'::text, 'note_deleted'::text, 'update_deleted'::text, 'enquiry_deleted'::text, 'brought_back'::text, 'vault_copied'::text, 'vault_viewed'::text, 'exported'::text, 'erased'::text])));

-- Notes about clients and projects, steps and updates: whose they are, and the title of a step or an update. What notes said is
-- gone.
create or replace function private.audit_deleted_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone constant jsonb := to_jsonb(old);
  kind constant text := case tg_table_name
    when 'project_updates' then 'update_deleted' when 'project_steps' then 'step_deleted' else 'note_deleted'
  end;
  owner record;
begin
  select clients.id, clients.agency_id, clients.name, project.name as project into owner
  from public.clients
  left join public.projects as project on project.id = (gone ->> 'project_id')::uuid
  where clients.id = coalesce((gone ->> 'client_id')::uuid, (
    select projects.client_id from public.projects where projects.id = (gone ->> 'project_id')::uuid
  ));
  if found then
    perform private.audit(
      kind, owner.agency_id, owner.id, owner.name,
      jsonb_strip_nulls(jsonb_build_object('id', old.id, 'title', gone -> 'title', 'project', owner.project))
    );
  end if;
  return null;
end
$$;

create trigger audit_deletion
  after delete on public.project_steps for each row execute function private.audit_deleted_entry();

alter table public.recently_deleted drop constraint recently_deleted_kind_check;

alter table public.recently_deleted add constraint recently_deleted_kind_check CHECK ((kind = ANY (ARRAY['client'::text, 'project'::text, 'step'::text, 'note'::text, 'update'::text, 'enquiry'::text, 'agency'::text])));

drop policy "whoever may delete it sees it, and brings it back" on public.recently_deleted;

create policy "whoever may delete it sees it, and brings it back"
  on public.recently_deleted for select to authenticated
  using (
    (select private.is_super_admin())
    or (kind in ('client', 'project', 'step', 'note', 'update') and agency_id = (select private.my_active_agency_id()))
    or (kind = 'enquiry' and (select private.answers_enquiries()) and (select private.has_role('agency_admin', 'admin')))
  );

-- What a deleted row is called, what it belongs to and whose it was. Nothing where that is gone: then it went with it.
create or replace function private.about_deleted(place name, gone jsonb)
returns table (kind text, title text, belongs_to text, agency_id uuid, client_id uuid)
language sql stable security definer set search_path = '' as $$
  select 'client', gone ->> 'name', null, agencies.id, (gone ->> 'id')::uuid
  from public.agencies where place = 'clients' and agencies.id = (gone ->> 'agency_id')::uuid
  union all
  select 'project', gone ->> 'name', clients.name, clients.agency_id, clients.id
  from public.clients where place = 'projects' and clients.id = (gone ->> 'client_id')::uuid
  union all
  select 'note', left(gone ->> 'note_text', 200), clients.name, clients.agency_id, clients.id
  from public.clients where place = 'client_notes' and clients.id = (gone ->> 'client_id')::uuid
  union all
  select
    case place when 'project_notes' then 'note' when 'project_steps' then 'step' else 'update' end, coalesce(gone ->> 'title', left(gone ->> 'note_text', 200)),
    projects.name, projects.agency_id, projects.client_id
  from public.projects where place in ('project_notes', 'project_steps', 'project_updates') and projects.id = (gone ->> 'project_id')::uuid
  union all
  select 'enquiry', gone ->> 'name', gone ->> 'email', private.website_agency_id(), null
  where place = 'contact_submissions'
  union all
  select 'agency', gone ->> 'name', null, (gone ->> 'id')::uuid, null
  where place = 'agencies'
$$;

create trigger keep_deleted
  before delete on public.project_steps for each row execute function private.keep_deleted();

alter publication supabase_realtime add table public.project_steps;
