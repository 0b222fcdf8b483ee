-- Erasure of a client, one of its people, a person or an agency for good, with the service key: rows, mails, logs, and the
-- key that decrypts their names in the audit trail. A receipt remains that says when and how much was erased, but not whose;
-- after an older backup is restored, the receipt shows what must be erased again. The database cannot delete files, so
-- the caller removes those first.

-- The hash of an id. Ids are random, so nobody can find one by its hash without knowing it.
create function private.hash_of_id(id uuid) returns text
language sql immutable strict
return encode(sha256(convert_to(id::text, 'UTF8')), 'hex');
revoke execute on function private.hash_of_id from public;

create table private.erasures (
  id        uuid primary key default gen_random_uuid(),
  erased_at timestamptz not null default now(),
  kind      text not null check (kind in ('client', 'client_person', 'person', 'agency', 'enquiry', 'deletion')),
  -- The hash of the subject's id.
  subject   text not null,
  -- The number of rows by table.
  rows      jsonb not null,
  -- The SHA-256 of each file.
  files     text[] not null,
  -- The hashes of the other subjects that were erased with it.
  further_subjects text[] not null default '{}'
);
revoke all on private.erasures from public, anon, authenticated, service_role;

-- The files in the folders of a client's updates and requests or of those of all clients of an agency, deleted ones included; and
-- the chat files of an agency or of a person.
create function public.files_of(kind text, subject uuid) returns table (bucket text, name text)
language sql stable security definer set search_path = '' as $$
  select objects.bucket_id, objects.name
  from storage.objects
  where objects.bucket_id in ('client-update-files', 'recently-deleted')
    and private.update_of_file(objects.name) in (
      select project_updates.id
      from public.project_updates join public.projects on projects.id = project_updates.project_id
      where kind = 'client' and projects.client_id = subject or kind = 'agency' and projects.agency_id = subject
      union all
      select id from public.client_requests
      where kind = 'client' and client_id = subject or kind = 'agency' and agency_id = subject
      union all
      select (kept.content ->> 'id')::uuid
      from private.recently_deleted_rows as kept join public.recently_deleted on recently_deleted.id = kept.deletion_id
      where private.has_files(kept.place) and not kept.is_cut
        and (files_of.kind = 'client' and client_id = subject or files_of.kind = 'agency' and agency_id = subject)
    )
    or objects.bucket_id = 'chat-files' and (
      kind = 'agency' and private.agency_of_chat_file(objects.name) = subject
      or kind = 'person' and (
        objects.owner_id = subject::text
        or objects.name in (
          select path from private.chat_files join public.chat_messages on chat_messages.id = message_id
          where sender_id = subject
        )
      )
    )
  order by objects.name
$$;
revoke execute on function public.files_of from public, anon, authenticated;
grant execute on function public.files_of to service_role;

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

-- Whether a text has this address as a whole, so that pal@shop.test is not al@shop.test.
create function private.has_address(words text, address text) returns boolean
language sql immutable set search_path = ''
return lower(words) ~ (
  '(?<![\w.%+-])' || regexp_replace(lower(address), '([.*+?^$(){}|\[\]\\])', '\\\1', 'g') || '(?![\w-]|\.\w)'
);
revoke execute on function private.has_address from public;

-- Deletes mails to these addresses, mails that name one of them, and mails about these enquiries, requests and calls, whose ids
-- their keys contain: sent ones too, because their subjects contain personal data. In the name of an agency an address counts
-- only as far as nobody else knows it, and only in mails to it and to the agency's staff. Hosted Supabase stores no mails.
create function private.erase_mails(addresses text[], about uuid[], for_agency uuid default null) returns void
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
  where string_to_array(split_part(key, '/', 2), ',') && about::text[]
    or (recipients is null or lower(coalesce(substring(recipient from '<([^<>]+)>\s*$'), recipient)) = any (recipients))
    and exists (
      select from unnest(addresses) as address
      where private.has_address(mails.recipient, address)
        or strpos(lower(mails.content::text), lower(address)) > 0 and exists (
          select from jsonb_path_query(mails.content, 'strict $.** ? (@.type() == "string")') as content
          where private.has_address(content #>> '{}', address)
        )
    );
end
$$;
revoke execute on function private.erase_mails from public;

-- Erases enquiries with the mails about them and the keys of their names in the audit trail, where they leave no line.
create function private.erase_enquiries(enquiries uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.erase_mails('{}', enquiries || array(select id from public.calls where enquiry_id = any (enquiries)));
  perform set_config('mainstreet.forgets', 'on', true);
  delete from public.contact_submissions where id = any (enquiries);
  perform set_config('mainstreet.forgets', '', true);
  delete from private.audit_subjects where id = any (enquiries);
end
$$;
revoke execute on function private.erase_enquiries from public;

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
  where kind = 'enquiry' and (
    answers_website and lower(belongs_to) = any (addresses)
    or id in (
      select deletion_id from private.recently_deleted_rows
      where place = 'public.contact_submissions' and not is_cut and content ->> 'client_id' = client::text
    )
  );
  enquiries := array(
    select id from public.contact_submissions
    where client_id = client or answers_website and client_id is null and lower(email) = any (addresses)
  );
  perform private.erase_mails(
    array(select lower(email) from public.contact_submissions where id = any (enquiries) and email <> '') || addresses,
    enquiries
      || array(select id from public.client_requests where client_id = client)
      || array(select id from public.calls where client_id = client or enquiry_id = any (enquiries)),
    for_agency
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
    addresses,
    enquiries || array(
      select id from public.client_requests as asked
      where client_id = gone.client_id and (link_id = any (links) or lower(asked.name) = lower(gone.name))
    ),
    agency
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

-- Erases a person. What they wrote for clients stays with the agency, without their name; their chat messages are
-- deleted, and so are vault entries that nobody else may read.
create function private.erase_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := (select email from auth.users where id = person);
  agency constant uuid := private.audit_agency_of(person);
begin
  perform private.erase_mails(array_remove(array[address], null), '{}');
  delete from public.chat_messages where sender_id = person;
  delete from private.recently_deleted_rows
  where place = 'public.chat_messages' and content ->> 'sender_id' = person::text;
  delete from public.vault_access_logs where user_id = person;
  delete from auth.users where id = person;
  perform public.forget_deleted_vault_entries(array[person], '{}');
  delete from auth.audit_log_entries where strpos(payload::text, person::text) > 0;
  delete from private.audit_subjects where id = person;
  perform private.audit('erased', agency, person, null);
end
$$;
revoke execute on function private.erase_person from public;

-- Erases an agency with its clients and people, except super admins, who belong to other agencies as well. People whom
-- the audit trail names as this agency's and who are already deleted are erased from it too.
create function private.erase_agency(agency uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.put_back(id) from public.recently_deleted where kind = 'agency' and subject_id = agency;
  if (select answers_website from public.agencies where id = agency) then
    raise exception 'This agency answers the website. Let another one answer it first.' using errcode = 'PT409';
  end if;
  perform private.erase_client(id) from public.clients where agency_id = agency;
  perform private.erase_client(subject_id) from public.recently_deleted
  where kind = 'client' and agency_id = agency;
  perform private.erase_person(id) from public.user_profiles
  where agency_id = agency and not exists (
    select from public.user_roles where user_roles.user_id = user_profiles.id and role = 'super_admin'
  );
  delete from public.password_vault where agency_id = agency;
  delete from public.vault_access_logs where agency_id = agency;
  delete from public.agencies where id = agency;
  delete from public.recently_deleted where kind <> 'enquiry' and agency_id = agency;
  perform public.forget_deleted_vault_entries('{}', array[agency]);
  perform public.erase_from_audit_trail(subject)
  from (select distinct subject_id from public.audit_events where agency_id = agency) as told (subject)
  where not exists (select from auth.users where id = subject)
    and not exists (select from public.clients where id = subject)
    and not exists (select from public.agencies where id = subject)
    and not exists (select from public.contact_submissions where id = subject);
end
$$;
revoke execute on function private.erase_agency from public;

-- The number of rows of each table.
create function private.row_counts() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  counts jsonb := '{}';
  counted record;
  count bigint;
begin
  for counted in
    select format('%I.%I', nspname, relname) as name
    from pg_catalog.pg_class join pg_catalog.pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'private', 'auth', 'mail')
  loop
    execute 'select count(*) from ' || counted.name into count;
    counts := counts || jsonb_build_object(counted.name, count);
  end loop;
  return counts;
end
$$;
revoke execute on function private.row_counts from public;

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
create function public.to_erase_again(receipts jsonb) returns table (kind text, subject uuid)
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
revoke execute on function public.to_erase_again from public, anon, authenticated;
grant execute on function public.to_erase_again to service_role;

-- Returns the receipts since a time, to be stored beside the backups, which outlive this table.
create function public.erasure_receipts(since timestamptz default '-infinity') returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(erasures) from private.erasures where erased_at > since order by erased_at
$$;
revoke execute on function public.erasure_receipts from public, anon, authenticated;
grant execute on function public.erasure_receipts to service_role;
