-- exports and erasures by admins

insert into public.role_permissions (role, position, subject, covers, actions, scope)
select unnest(roles), position, subject, covers, actions, scope
from (values
  ('{agency_admin, admin}'::text[], 24, 'Everything of a client or one of its people, to export it',
   '{export-client}'::text[], '{read}'::text[], 'own agency'),
  ('{super_admin}', 24, 'Everything of a client or one of its people, to export it', '{export-client}', '{read}', 'every agency'),
  ('{agency_admin, admin}', 25, 'Clients and their people, erased for good', '{erase-client}', '{delete}', 'own agency'),
  ('{super_admin}', 25, 'Clients and their people, erased for good', '{erase-client}', '{delete}', 'every agency')
) as permission (roles, position, subject, covers, actions, scope);

drop function public.erase(text,uuid,boolean,text[]);

drop function private.erase_client(uuid);

drop function private.erase_mails(text[],text[]);

-- Records deleted people and notes of clients, notes of projects, steps and updates, with the client or project, and the name of
-- a person, the title of a step or update. The text of a note is not recorded.
create or replace function private.audit_deleted_entry() returns trigger
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

alter table private.erasures drop constraint erasures_kind_check;

alter table private.erasures add constraint erasures_kind_check CHECK ((kind = ANY (ARRAY['client'::text, 'client_person'::text, 'person'::text, 'agency'::text, 'enquiry'::text, 'deletion'::text])));

-- The subject that the caller may export as a whole or erase, with its agency: a client, or one of its people as
-- 'client_person'. Admins may with those of their agency, super admins with all; to anybody else it does not exist. Row
-- policies decide what the caller sees of it. `erases_for` is the agency in whose name it is erased; null for super admins.
create function public.whole_subject(kind text, subject uuid, is_erasing boolean)
returns table (name text, agency_id uuid, erases_for uuid)
language sql stable set search_path = '' as $$
  select seen.name, seen.agency_id, case when not (select private.is_super_admin()) then seen.agency_id end
  from (
    select clients.name, clients.agency_id from public.clients
    where whole_subject.kind = 'client' and clients.id = subject
    union all
    select client_people.name, clients.agency_id
    from public.client_people join public.clients on clients.id = client_people.client_id
    where whole_subject.kind = 'client_person' and client_people.id = subject
  ) as seen
  where (select private.is_super_admin())
    or (select private.has_role('agency_admin', 'admin'))
    and seen.agency_id = case when is_erasing then private.my_active_agency_id() else private.my_agency_id() end
$$;

revoke execute on function public.whole_subject from public, anon, service_role;

grant execute on function public.whole_subject to authenticated;

-- Returns the addresses, in lower case, that are known from this agency alone: no account has them, no client or person of
-- another agency, and no enquiry of another one.
create function private.known_from_agency_alone(addresses text[], agency uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select address from unnest(addresses) as address
    where not exists (select from auth.users where lower(users.email) = address)
      and not exists (
        select from public.clients
        left join public.client_people on client_people.client_id = clients.id
        where clients.agency_id <> agency and address in (lower(clients.email), lower(client_people.email))
      )
      and (
        agency = private.website_agency_id()
        or not exists (select from public.contact_submissions where lower(contact_submissions.email) = address)
      )
  )
$$;

revoke execute on function private.known_from_agency_alone from public;

-- Deletes mails to these addresses or about these names, sent ones too, because their subjects contain personal data. In
-- the name of an agency only its own: to these addresses, as far as nobody else knows them, and to its staff.
-- Hosted Supabase stores no mails.
create function private.erase_mails(addresses text[], names text[], for_agency uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  recipients text[];
begin
  if to_regclass('mail.mails') is null then
    return;
  end if;
  if for_agency is not null then
    addresses := private.known_from_agency_alone(addresses, for_agency);
    recipients := addresses || array(
      select lower(users.email)
      from auth.users join public.user_profiles on user_profiles.id = users.id
      where user_profiles.agency_id = for_agency
    );
  end if;
  delete from mail.mails
  where (
      exists (
        select from unnest(addresses) as address
        where strpos(lower(mails.recipient), lower(address)) > 0 or strpos(lower(mails.content::text), lower(address)) > 0
      )
      -- A name may be somebody else's too, whose mail has yet to be sent.
      or mails.state <> 'waiting' and exists (
        select from unnest(names) as name where strpos(lower(mails.subject), lower(name)) > 0
      )
    )
    and (recipients is null or lower(coalesce(substring(recipient from '<([^<>]+)>\s*$'), recipient)) = any (recipients));
end
$$;

revoke execute on function private.erase_mails from public;

-- Erases a client with the enquiry it came from, and further enquiries from the addresses of its people that became no
-- other client. Deleted rows of these and clients that were merged with it are restored first, so that they are erased like
-- the others. In the name of an agency, enquiries and mails of other agencies stay.
create function private.erase_client(client uuid, for_agency uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  answers_website constant boolean := for_agency is null or for_agency = private.website_agency_id();
  agency uuid;
  addresses text[];
  enquiries uuid[];
begin
  perform private.put_back(id) from public.recently_deleted where kind = 'client' and subject_id = client;
  agency := (select agency_id from public.clients where id = client);
  perform private.erase_client(subject_id, for_agency) from public.recently_deleted where merged_into = client;
  perform private.put_back(id) from public.recently_deleted where kind = 'person' and client_id = client;
  addresses := array(
    select lower(email) from public.clients where id = client
    union
    select lower(email) from public.client_people where client_id = client and email is not null
  );
  perform private.put_back(id) from public.recently_deleted
  where kind = 'enquiry' and answers_website and lower(belongs_to) = any (addresses);
  enquiries := array(
    select id from public.contact_submissions
    where client_id = client or answers_website and client_id is null and lower(email) = any (addresses)
  );
  perform private.erase_mails(
    array(select lower(email) from public.contact_submissions where id = any (enquiries)) || addresses,
    array(select name from public.contact_submissions where id = any (enquiries)), for_agency
  );
  delete from public.contact_submissions where id = any (enquiries);
  delete from public.clients where id = client;
  delete from public.recently_deleted where client_id = client;
  delete from private.audit_subjects where id = any (enquiries || client);
  perform private.audit('erased', agency, client, null);
end
$$;

revoke execute on function private.erase_client from public;

-- Takes the name off the answers and requests that came by these links, and off those of the client in which nobody else
-- but the main person, by a link, can have typed it.
create function private.forget_name(client uuid, name text, links uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  nobody constant text := 'somebody who was erased';
  others constant uuid[] := array(
    select id from public.client_links
    where client_id = client and id <> all (links) and (is_main_persons or person_id is not null)
  );
begin
  update public.update_answers set name = nobody, person = null
  from public.project_updates join public.projects on projects.id = project_updates.project_id
  where project_updates.id = update_answers.update_id and projects.client_id = client
    and (
      link_id = any (links)
      or lower(forget_name.name) in (lower(update_answers.name), lower(person))
        and (link_id is null or link_id <> all (others))
    );
  update public.client_requests as asked set name = nobody
  where client_id = client
    and (
      link_id = any (links)
      or lower(asked.name) = lower(forget_name.name) and (link_id is null or link_id <> all (others))
    );
end
$$;

revoke execute on function private.forget_name from public;

-- Erases one of the people of a client, with their links and with enquiries and mails of an address that is theirs alone.
-- What they answered and asked for stays with the client, without their name. A merge that made them one of its people
-- can no longer be undone, because it keeps their name.
create function private.erase_client_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  gone public.client_people;
  agency uuid;
  addresses text[];
  links uuid[];
  enquiries uuid[];
begin
  perform private.put_back(id) from public.recently_deleted where kind = 'person' and subject_id = person;
  select * into gone from public.client_people where id = person for update;
  agency := (select agency_id from public.clients where id = gone.client_id);
  addresses := private.known_from_agency_alone(array(
    select lower(gone.email)
    where gone.email is not null
      and not exists (select from public.clients where lower(email) = lower(gone.email))
      and not exists (select from public.client_people where id <> person and lower(email) = lower(gone.email))
  ), agency);
  if agency = private.website_agency_id() then
    perform private.put_back(id) from public.recently_deleted
    where kind = 'enquiry' and lower(belongs_to) = any (addresses);
  end if;
  enquiries := array(
    select id from public.contact_submissions
    where lower(email) = any (addresses) and (client_id is null or client_id = gone.client_id)
  );
  links := array(
    select id from public.client_links
    where client_id = gone.client_id
      and (person_id = person or lower(name) in (select 'mail to ' || address from unnest(addresses) as address))
  );
  perform private.erase_mails(
    addresses, gone.name || array(select name from public.contact_submissions where id = any (enquiries)), agency
  );
  perform private.forget_name(gone.client_id, gone.name, links);
  delete from public.client_links where id = any (links);
  delete from public.client_mails
  where lower(recipient) = any (addresses) and update_id in (
    select project_updates.id
    from public.project_updates join public.projects on projects.id = project_updates.project_id
    where projects.client_id = gone.client_id
  );
  delete from public.contact_submissions where id = any (enquiries);
  delete from public.recently_deleted where id in (
    select deletion_id from private.merged_rows
    where place = 'public.client_people' and row_id = person and before is null
  );
  -- The line of a deletion would name them, by the key of the client.
  perform set_config('mainstreet.forgets', 'on', true);
  delete from public.client_people where id = person;
  perform set_config('mainstreet.forgets', '', true);
  delete from private.audit_subjects where id = any (enquiries || person);
  perform private.audit('erased', agency, person, null);
end
$$;

revoke execute on function private.erase_client_person from public;

-- Erases a client, one of its people, a person, an agency or an enquiry and returns the receipt; a client in the name of an
-- agency, if one is given. Without `is_meant` it only returns the number of rows of each table that would be erased. The counts come from the difference within one snapshot, so they include tables
-- that this function does not know.
create function public.erase(
  kind text, subject uuid, is_meant boolean default false, files text[] default '{}', for_agency uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' set default_transaction_isolation = 'repeatable read' as $$
declare
  before constant jsonb := private.row_counts();
  gone jsonb;
  receipt private.erasures;
begin
  begin
    case kind
      when 'client' then
        perform from public.clients where id = subject
        union all select from public.recently_deleted where subject_id = subject and recently_deleted.kind = 'client';
        if found then perform private.erase_client(subject, for_agency); end if;
      when 'client_person' then
        perform from public.client_people where id = subject
        union all select from public.recently_deleted where subject_id = subject and recently_deleted.kind = 'person';
        if found then perform private.erase_client_person(subject); end if;
      when 'person' then
        perform from auth.users where id = subject;
        if found then perform private.erase_person(subject); end if;
      when 'agency' then
        perform from public.agencies where id = subject
        union all select from public.recently_deleted where subject_id = subject and recently_deleted.kind = 'agency';
        if found then perform private.erase_agency(subject); end if;
      when 'enquiry' then
        perform from public.contact_submissions where id = subject;
        if found then perform private.erase_enquiries(array[subject]); end if;
      else
        raise exception 'Only a client, a person, an agency or an enquiry can be erased.' using errcode = 'PT400';
    end case;
    select coalesce(jsonb_object_agg(table_name, before_count::bigint - after_count::bigint), '{}') into gone
    from jsonb_each_text(before) as before (table_name, before_count)
    join jsonb_each_text(private.row_counts()) as after (table_name, after_count) using (table_name)
    where before_count::bigint > after_count::bigint;
    if gone = '{}' then
      raise exception 'There is no such %.', replace(kind, 'client_', '') using errcode = 'PT404';
    end if;
    if not is_meant then
      raise exception 'It was only asked what would go.' using errcode = 'MS000';
    end if;
  exception when sqlstate 'MS000' then
    return jsonb_build_object('rows', gone);
  end;
  insert into private.erasures as written (kind, subject, rows, files)
  values (erase.kind, private.hash_of_id(erase.subject), gone, erase.files)
  returning written.* into receipt;
  return to_jsonb(receipt);
end
$$;

revoke execute on function public.erase from public, anon, authenticated;

grant execute on function public.erase to service_role;

-- Returns the subjects of these receipts that exist again, because an older backup was restored.
create or replace function public.to_erase_again(receipts jsonb) returns table (kind text, subject uuid)
language sql stable security definer set search_path = '' as $$
  with erased as (
    select receipt.kind, unnest(array[receipt.subject] || receipt.further_subjects) as subject
    from jsonb_to_recordset(receipts) as receipt (kind text, subject text, further_subjects text[])
  )
  select 'client', id from public.clients where ('client', private.hash_of_id(id)) in (select * from erased)
  union all
  select 'client_person', id from public.client_people where ('client_person', private.hash_of_id(id)) in (select * from erased)
  union all
  select 'person', id from auth.users where ('person', private.hash_of_id(id)) in (select * from erased)
  union all
  select 'agency', id from public.agencies where ('agency', private.hash_of_id(id)) in (select * from erased)
  union all
  select 'enquiry', id from public.contact_submissions where ('enquiry', private.hash_of_id(id)) in (select * from erased)
  union all
  select recently_deleted.kind, subject_id from public.recently_deleted
  where recently_deleted.kind in ('client', 'agency')
    and (recently_deleted.kind, private.hash_of_id(subject_id)) in (select * from erased)
  union all
  select 'client_person', subject_id from public.recently_deleted
  where recently_deleted.kind = 'person' and ('client_person', private.hash_of_id(subject_id)) in (select * from erased)
$$;
