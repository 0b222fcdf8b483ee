-- The service key erases a client, a person or an agency for good: rows, mails, logs, and the key by which the audit
-- trail names them. A receipt stays that says when and how much, but not who: after an older backup was restored, the
-- same is erased again by it. The database cannot erase files, so the caller removes those first.

-- Ids are random, so that nobody who does not know one finds it by its hash.
create function private.hash_of_id(id uuid) returns text
language sql immutable strict
return encode(sha256(convert_to(id::text, 'UTF8')), 'hex');
revoke execute on function private.hash_of_id from public;

create table private.erasures (
  id        uuid primary key default gen_random_uuid(),
  erased_at timestamptz not null default now(),
  kind      text not null check (kind in ('client', 'person', 'agency', 'deletion')),
  -- A hash of the id.
  subject   text not null,
  -- How many rows of each table.
  rows      jsonb not null,
  -- SHA-256 of the files.
  files     text[] not null
);
revoke all on private.erasures from public, anon, authenticated, service_role;

-- The files in the folders of a client's updates, or of those of all clients of an agency, also of updates that were deleted; and those of
-- the chat of an agency, or that a person put into it.
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
      select (kept.content ->> 'id')::uuid
      from private.recently_deleted_rows as kept join public.recently_deleted on recently_deleted.id = kept.deletion_id
      where kept.place = 'public.project_updates' and not kept.is_cut
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

-- Mails to these addresses or about them, sent ones too: their subjects say what they were about. Hosted Supabase keeps none.
create function private.erase_mails(addresses text[], names text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('mail.mails') is null then
    return;
  end if;
  delete from mail.mails
  where exists (
      select from unnest(addresses) as address
      where strpos(lower(mails.recipient), lower(address)) > 0 or strpos(lower(mails.content::text), lower(address)) > 0
    )
    -- A name may be somebody else's too, whose mail has yet to be sent.
    or mails.state <> 'waiting' and exists (
      select from unnest(names) as name where strpos(lower(mails.subject), lower(name)) > 0
    );
end
$$;
revoke execute on function private.erase_mails from public;

-- With the enquiries that it was, and those that the same address wrote and that became nobody else. What of all that was
-- deleted comes back first, to be erased like the rest.
create function private.erase_client(client uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text;
  enquiries uuid[];
begin
  perform private.put_back(id) from public.recently_deleted where kind = 'client' and subject_id = client;
  address := (select email from public.clients where id = client);
  perform private.put_back(id) from public.recently_deleted where kind = 'enquiry' and lower(belongs_to) = lower(address);
  enquiries := array(
    select id from public.contact_submissions
    where client_id = client or client_id is null and lower(email) = lower(address)
  );
  perform private.erase_mails(
    array(select email from public.contact_submissions where id = any (enquiries)) || address,
    array(select name from public.contact_submissions where id = any (enquiries))
  );
  delete from public.contact_submissions where id = any (enquiries);
  delete from public.clients where id = client;
  delete from public.recently_deleted where client_id = client;
  perform public.erase_from_audit_trail(subject) from unnest(enquiries || client) as subject;
end
$$;
revoke execute on function private.erase_client from public;

-- What they wrote for clients stays with the agency, without their name; what they said in the chat goes, and so do the
-- entries of the vault that nobody else reads.
create function private.erase_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := (select email from auth.users where id = person);
begin
  perform private.erase_mails(array_remove(array[address], null), '{}');
  delete from public.chat_messages where sender_id = person;
  delete from private.recently_deleted_rows
  where place = 'public.chat_messages' and content ->> 'sender_id' = person::text;
  delete from public.vault_access_logs where user_id = person;
  delete from auth.users where id = person;
  perform public.forget_deleted_vault_entries(array[person], '{}');
  delete from auth.audit_log_entries where strpos(payload::text, person::text) > 0;
  perform public.erase_from_audit_trail(person);
end
$$;
revoke execute on function private.erase_person from public;

-- With its clients and its people, but for super admins, who look after others as well. Whom the audit trail names as this
-- agency's and who is gone already is forgotten too.
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

-- How many rows each table has.
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

-- Erases a client, a person or an agency, and returns the receipt; unless it is meant, only how many rows of each table would
-- go. Whatever belongs to them is counted, also in tables that did not exist when this was written: by the difference, in
-- one snapshot.
create function public.erase(kind text, subject uuid, is_meant boolean default false, files text[] default '{}')
returns jsonb
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
        if found then perform private.erase_client(subject); end if;
      when 'person' then
        perform from auth.users where id = subject;
        if found then perform private.erase_person(subject); end if;
      when 'agency' then
        perform from public.agencies where id = subject
        union all select from public.recently_deleted where subject_id = subject and recently_deleted.kind = 'agency';
        if found then perform private.erase_agency(subject); end if;
      else
        raise exception 'Only a client, a person or an agency can be erased.' using errcode = 'PT400';
    end case;
    select coalesce(jsonb_object_agg(table_name, before_count::bigint - after_count::bigint), '{}') into gone
    from jsonb_each_text(before) as before (table_name, before_count)
    join jsonb_each_text(private.row_counts()) as after (table_name, after_count) using (table_name)
    where before_count::bigint > after_count::bigint;
    if gone = '{}' then
      raise exception 'There is no such %.', kind using errcode = 'PT404';
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

-- Who is here of whom these receipts say that they were erased: an older backup was restored since.
create function public.to_erase_again(receipts jsonb) returns table (kind text, subject uuid)
language sql stable security definer set search_path = '' as $$
  with erased as (select receipt.kind, receipt.subject from jsonb_to_recordset(receipts) as receipt (kind text, subject text))
  select 'client', id from public.clients where ('client', private.hash_of_id(id)) in (select * from erased)
  union all
  select 'person', id from auth.users where ('person', private.hash_of_id(id)) in (select * from erased)
  union all
  select 'agency', id from public.agencies where ('agency', private.hash_of_id(id)) in (select * from erased)
$$;
revoke execute on function public.to_erase_again from public, anon, authenticated;
grant execute on function public.to_erase_again to service_role;

-- All receipts, to be kept beside the backups, which outlive this table.
create function public.erasure_receipts() returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(erasures) from private.erasures order by erased_at
$$;
revoke execute on function public.erasure_receipts from public, anon, authenticated;
grant execute on function public.erasure_receipts to service_role;
