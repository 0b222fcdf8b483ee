-- Triggers that write deletions to the audit trail. A row that is deleted with its parent, such as a project with its
-- client, has no line of its own. They also record passwords that were copied or shown in the vault.

create function private.audit_deleted_client() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.merging_as() is null and exists (select from public.agencies where id = old.agency_id) then
    perform private.audit('client_deleted', old.agency_id, old.id, old.name);
  end if;
  return null;
end
$$;
revoke execute on function private.audit_deleted_client from public;

create trigger audit_deletion
  after delete on public.clients for each row execute function private.audit_deleted_client();

create function private.audit_deleted_project() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  client_name constant text := (select name from public.clients where id = old.client_id);
begin
  if client_name is not null then
    perform private.audit(
      'project_deleted', old.agency_id, old.client_id, client_name, jsonb_build_object('id', old.id, 'title', old.name)
    );
  end if;
  return null;
end
$$;
revoke execute on function private.audit_deleted_project from public;

create trigger audit_deletion
  after delete on public.projects for each row execute function private.audit_deleted_project();

-- Records deleted people and notes of clients, notes of projects, steps and updates, with the client or project, and the name of
-- a person, the title of a step or update. The text of a note is not recorded.
create function private.audit_deleted_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone constant jsonb := to_jsonb(old);
  kind constant text := case tg_table_name
    when 'project_updates' then 'update_deleted' when 'project_steps' then 'step_deleted'
    when 'client_people' then 'person_deleted' else 'note_deleted'
  end;
  owner record;
begin
  if current_setting('mainstreet.forgets', true) = 'on' then
    return null;
  end if;
  select clients.id, clients.agency_id, clients.name, project.name as project into owner
  from public.clients
  left join public.projects as project on project.id = (gone ->> 'project_id')::uuid
  where clients.id = coalesce((gone ->> 'client_id')::uuid, (
    select projects.client_id from public.projects where projects.id = (gone ->> 'project_id')::uuid
  ));
  if found and not private.is_bringing_back() then
    perform private.audit(
      kind, owner.agency_id, owner.id, owner.name,
      jsonb_strip_nulls(jsonb_build_object(
        'id', old.id, 'title', coalesce(gone -> 'title', gone -> 'name'), 'project', owner.project))
    );
  end if;
  return null;
end
$$;
revoke execute on function private.audit_deleted_entry from public;

create trigger audit_deletion
  after delete on public.client_people for each row execute function private.audit_deleted_entry();
create trigger audit_deletion
  after delete on public.client_notes for each row execute function private.audit_deleted_entry();
create trigger audit_deletion
  after delete on public.project_notes for each row execute function private.audit_deleted_entry();
create trigger audit_deletion
  after delete on public.project_steps for each row
  -- A repetition that undoing a tick takes back was deleted by nobody.
  when (pg_trigger_depth() = 0)
  execute function private.audit_deleted_entry();
create trigger audit_deletion
  after delete on public.project_updates for each row execute function private.audit_deleted_entry();

create function private.audit_deleted_enquiry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('mainstreet.forgets', true) = 'on' then
    return null;
  end if;
  perform private.audit('enquiry_deleted', private.website_agency_id(), old.id, old.name);
  return null;
end
$$;
revoke execute on function private.audit_deleted_enquiry from public;

create trigger audit_deletion
  after delete on public.contact_submissions for each row execute function private.audit_deleted_enquiry();

-- The entry's title is left out: it may be a personal entry, whose title no admin may read.
create function private.audit_vault_use() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit('vault_' || new.action, new.agency_id, new.vault_entry_id, null);
  return null;
end
$$;
revoke execute on function private.audit_vault_use from public;

create trigger audit_use
  after insert on public.vault_access_logs for each row when (new.action in ('copied', 'viewed'))
  execute function private.audit_vault_use();
