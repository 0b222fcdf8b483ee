-- forgetting of enquiries

drop function public.erasure_receipts();

-- The number of months after which enquiries that became no client are erased; null for never.
alter table public.agencies add column forget_enquiries_after integer check (forget_enquiries_after in (6, 12, 24));

revoke all on public.agencies from anon, authenticated, service_role;

grant select, insert, update, delete on public.agencies to service_role;

grant select, delete on public.agencies to authenticated;

grant insert (name, email, website_url, contact_person, phone, subscription_tier, is_active, logo_url, answers_website,
              postal_address, live_chat_hours, social_links, fields_of_work, testimonials, cases,
              show_clients_their_plan, booking_url, privacy_notice, forget_enquiries_after),
      update (name, email, website_url, contact_person, phone, subscription_tier, is_active, logo_url, answers_website,
              postal_address, live_chat_hours, social_links, fields_of_work, testimonials, cases,
              show_clients_their_plan, booking_url, privacy_notice, forget_enquiries_after)
  on public.agencies to authenticated;

drop function public.website_facts();

-- The public details of the website's agency, with which the server fills the pages.
create function public.website_facts()
returns table (
  name text, email text, phone text, postal_address text, live_chat_hours text, social_links text[], logo_url text,
  fields_of_work text[], testimonials jsonb, cases jsonb, booking_url text, privacy_notice text,
  forget_enquiries_after integer
)
language sql stable security definer set search_path = ''
begin atomic
  select a.name, a.email, a.phone, a.postal_address, a.live_chat_hours, a.social_links, a.logo_url,
         a.fields_of_work, a.testimonials, a.cases, a.booking_url, a.privacy_notice,
         a.forget_enquiries_after
  from public.agencies as a
  where a.answers_website;
end;

revoke execute on function public.website_facts from public, anon, authenticated, service_role;

grant execute on function public.website_facts to anon, authenticated, service_role;

-- The time of the last change of its state; null for an enquiry that was never handled.
alter table public.contact_submissions add column state_changed_at timestamptz;

-- Sets the person who handles an enquiry and the time of the answer, which nobody can write themselves.
create or replace function private.handle_enquiry() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.state_changed_at := now();
  if new.state = 'new' then
    new.taken_by := null;
    new.taken_at := null;
    new.answered_at := null;
  else
    -- A person who handles it already keeps the time at which they took it.
    if old.taken_by is null or (new.state = 'taken' and old.taken_by is distinct from private.my_id()) then
      new.taken_by := coalesce(private.my_id(), old.taken_by);
      new.taken_at := now();
    end if;
    if new.state in ('answered', 'client') then
      new.answered_at := coalesce(old.answered_at, now());
    elsif new.state = 'taken' then
      new.answered_at := null;
    end if;
  end if;
  return new;
end
$$;

-- Destroys the key of a deleted person, client, agency or enquiry: their names in the audit trail become unreadable for
-- good, while the lines stay. Returns false if there was no key.
create or replace function public.erase_from_audit_trail(subject uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.audit_subjects where id = subject;
  if not found then
    return false;
  end if;
  perform private.audit('erased', null, subject, null);
  return true;
end
$$;

create or replace function private.audit_deleted_enquiry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('mainstreet.forgets', true) = 'on' then
    return null;
  end if;
  perform private.audit('enquiry_deleted', private.website_agency_id(), old.id, old.name);
  return null;
end
$$;

-- The hashes of the other subjects that were erased with it.
alter table private.erasures add column further_subjects text[] not null default '{}';

alter table private.erasures drop constraint erasures_kind_check;

alter table private.erasures add constraint erasures_kind_check CHECK ((kind = ANY (ARRAY['client'::text, 'person'::text, 'agency'::text, 'enquiry'::text, 'deletion'::text])));

-- Erases enquiries with the mails about them and the keys of their names in the audit trail, where they leave no line.
create function private.erase_enquiries(enquiries uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('mail.mails') is not null then
    delete from mail.mails
    where split_part(key, '/', 1) in ('enquiry', 'reminder') and split_part(key, '/', 2) = any (enquiries::text[]);
  end if;
  perform set_config('mainstreet.forgets', 'on', true);
  delete from public.contact_submissions where id = any (enquiries);
  perform set_config('mainstreet.forgets', '', true);
  delete from private.audit_subjects where id = any (enquiries);
end
$$;

revoke execute on function private.erase_enquiries from public;

-- Erases a client with the enquiry it came from, and further enquiries from the addresses of its people that became no
-- other client. Deleted rows of these and clients that were merged with it are restored first, so that they are erased like
-- the others.
create or replace function private.erase_client(client uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  agency uuid;
  addresses text[];
  enquiries uuid[];
begin
  perform private.put_back(id) from public.recently_deleted where kind = 'client' and subject_id = client;
  agency := (select agency_id from public.clients where id = client);
  perform private.erase_client(subject_id) from public.recently_deleted where merged_into = client;
  perform private.put_back(id) from public.recently_deleted where kind = 'person' and client_id = client;
  addresses := array(
    select lower(email) from public.clients where id = client
    union
    select lower(email) from public.client_people where client_id = client and email is not null
  );
  perform private.put_back(id) from public.recently_deleted
  where kind = 'enquiry' and lower(belongs_to) = any (addresses);
  enquiries := array(
    select id from public.contact_submissions
    where client_id = client or client_id is null and lower(email) = any (addresses)
  );
  perform private.erase_mails(
    array(select email from public.contact_submissions where id = any (enquiries)) || addresses,
    array(select name from public.contact_submissions where id = any (enquiries))
  );
  delete from public.contact_submissions where id = any (enquiries);
  delete from public.clients where id = client;
  delete from public.recently_deleted where client_id = client;
  delete from private.audit_subjects where id = any (enquiries || client);
  perform private.audit('erased', agency, client, null);
end
$$;

-- Erases a person. What they wrote for clients stays with the agency, without their name; their chat messages are
-- deleted, and so are vault entries that nobody else may read.
create or replace function private.erase_person(person uuid) returns void
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

-- Erases a client, a person, an agency or an enquiry and returns the receipt. Without `is_meant` it only returns the number of rows
-- of each table that would be erased. The counts come from the difference within one snapshot, so they include tables
-- that this function does not know.
create or replace function public.erase(kind text, subject uuid, is_meant boolean default false, files text[] default '{}')
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

-- Returns the subjects of these receipts that exist again, because an older backup was restored.
create or replace function public.to_erase_again(receipts jsonb) returns table (kind text, subject uuid)
language sql stable security definer set search_path = '' as $$
  with erased as (
    select receipt.kind, unnest(array[receipt.subject] || receipt.further_subjects) as subject
    from jsonb_to_recordset(receipts) as receipt (kind text, subject text, further_subjects text[])
  )
  select 'client', id from public.clients where ('client', private.hash_of_id(id)) in (select * from erased)
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
$$;

-- Returns the receipts since a time, to be stored beside the backups, which outlive this table.
create function public.erasure_receipts(since timestamptz default '-infinity') returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(erasures) from private.erasures where erased_at > since order by erased_at
$$;

revoke execute on function public.erasure_receipts from public, anon, authenticated;

grant execute on function public.erasure_receipts to service_role;

-- Enquiries that became nobody are erased for good, as many months after their last activity as the agency that answers
-- the website has chosen. The server calls forget_enquiries (server/forget-enquiries.ts), on hosted Supabase
-- supabase/hosted/forgetting.sql does.
-- Enquiries that became no client within these months since their last activity. One that became a client does not count
-- until its client can no longer be brought back; neither does one from the address of a client or of one of its people.
create function private.enquiries_to_forget(months integer, until timestamptz default now()) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.contact_submissions as asked
  where client_id is null
    and greatest(created_at, taken_at, answered_at, state_changed_at, mail_returned_at)
        < until - make_interval(months => enquiries_to_forget.months)
    and not exists (
      select from public.clients where agency_id = private.website_agency_id() and lower(clients.email) = lower(asked.email)
    )
    and not exists (
      select from public.client_people join public.clients on clients.id = client_people.client_id
      where clients.agency_id = private.website_agency_id() and lower(client_people.email) = lower(asked.email)
    )
    and id <> all (array(
      select (content ->> 'id')::uuid from private.recently_deleted_rows
      where place = 'public.contact_submissions' and is_cut
    ))
$$;

revoke execute on function private.enquiries_to_forget from public;

grant execute on function private.enquiries_to_forget to authenticated;

-- The number of enquiries that would be erased tonight, among those that the caller may read.
create function public.count_enquiries_to_forget(months integer) returns integer
language sql stable set search_path = '' as $$
  select count(*)::integer from public.contact_submissions
  where id in (select private.enquiries_to_forget(count_enquiries_to_forget.months))
$$;

revoke execute on function public.count_enquiries_to_forget from public, anon, service_role;

grant execute on function public.count_enquiries_to_forget to authenticated;

-- Erases what is due, leaves one receipt and one line in the audit trail, and returns how many enquiries it were. Outside
-- the night it only makes up for a night on which it did not run: for what has been due since before the setting was last changed
-- a day ago.
create function public.forget_enquiries(is_night boolean default true) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  website public.agencies;
  gone uuid[];
begin
  select * into website from public.agencies where answers_website and forget_enquiries_after is not null;
  if not found or not is_night and website.updated_at > now() - interval '26 hours' then
    return 0;
  end if;
  gone := array(select private.enquiries_to_forget(
    website.forget_enquiries_after, case when is_night then now() else now() - interval '26 hours' end
  ));
  if gone = '{}' then
    return 0;
  end if;
  perform private.erase_enquiries(gone);
  insert into private.erasures (kind, subject, further_subjects, rows, files)
  select 'enquiry', hashes[1], hashes[2:], jsonb_build_object('public.contact_submissions', cardinality(gone)), '{}'
  from (select array_agg(private.hash_of_id(id)) as hashes from unnest(gone) as id) as hashed;
  perform private.audit(
    'erased', website.id, website.id, website.name, jsonb_build_object('forgotten', cardinality(gone)), 'server'
  );
  return cardinality(gone);
end
$$;

revoke execute on function public.forget_enquiries from public, anon, authenticated;

grant execute on function public.forget_enquiries to service_role;
