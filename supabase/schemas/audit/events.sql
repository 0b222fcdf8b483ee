-- The audit trail: sign-ins and failed ones, changes of roles, agencies and accounts, and deletions, copies, views and
-- exports of data. Triggers write it (triggers.sql), so that no code can forget to. Nobody can add, change or remove a
-- line through the API, not even with the service key.
--
-- Personal data in a line is encrypted with a key for each person, client, agency and enquiry. Erasing one of them
-- destroys its key: the lines and the hash chain (chain.sql) stay unchanged, but the names in them can no longer be
-- read.
create extension if not exists pgcrypto with schema extensions;

-- The subjects of lines, each with its key. `names` are all names that its lines contain, in the form that a search
-- compares.
create table private.audit_subjects (
  id    uuid primary key,
  key   bytea not null default extensions.gen_random_bytes(32),
  names text not null
);
revoke all on private.audit_subjects from public, anon, authenticated, service_role;

create table public.audit_events (
  id         uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp(),
  kind       text not null check (kind in (
               'signed_in', 'sign_in_failed', 'password_changed', 'second_step_removed', 'address_changed',
               'created', 'invited', 'invitation_revoked', 'password_reset', 'deactivated', 'reactivated', 'account_deleted',
               'role_given', 'role_taken', 'joined_agency', 'left_agency',
               'agency_added', 'agency_changed', 'agency_deleted', 'plan_changed', 'main_person_changed',
               'client_asked', 'request_closed',
               'month_mailed', 'month_changed',
               'call_planned', 'call_moved', 'call_cancelled', 'feed_made', 'feed_revoked',
               'client_deleted', 'person_deleted', 'project_deleted', 'step_deleted', 'note_deleted', 'update_deleted',
               'enquiry_deleted', 'brought_back',
               'source_added', 'source_revoked',
               'clients_merged', 'merge_undone',
               'vault_copied', 'vault_viewed', 'vault_taken_over',
               'secret_asked', 'secret_sent', 'secret_opened', 'secret_withdrawn', 'exported', 'erased',
               'webhook_added', 'webhook_changed', 'webhook_deleted',
               'key_added', 'key_revoked', 'program_added', 'program_changed')),
  -- The agency whose admins may read the line. There are no foreign keys, because the audit trail outlives its
  -- subjects.
  agency_id  uuid,
  -- 'somebody' is a caller who is not signed in. 'program' is one with a key of an agency, whose id is that of the key. 'server'
  -- is SQL run by hand, or a command of the installation.
  actor_kind text not null check (actor_kind in ('person', 'service key', 'server', 'somebody', 'program')),
  actor_id   uuid,
  -- The actor's name, encrypted with the actor's key.
  actor      bytea,
  subject_id uuid,
  -- Details such as the subject's name and the values before and after, encrypted with the subject's key.
  said       bytea,
  -- The position in the chain; null until the line has one.
  position   bigint unique,
  hash       bytea
);
create index audit_events_created_at_idx on public.audit_events (created_at desc, id);
create index audit_events_agency_id_idx on public.audit_events (agency_id, created_at desc);
create index audit_events_actor_id_idx on public.audit_events (actor_id);
create index audit_events_subject_id_idx on public.audit_events (subject_id);
create index audit_events_to_seal_idx on public.audit_events (created_at, id) where position is null;

alter table public.audit_events enable row level security;
revoke all on public.audit_events from anon, authenticated, service_role;
grant select on public.audit_events to authenticated, service_role;

create policy "admins read what happened in their agency, super admins everything"
  on public.audit_events for select to authenticated
  using (
    (agency_id = (select private.my_agency_id()) and (select private.has_role('agency_admin', 'admin')))
    or (select private.is_super_admin())
  );

-- Returns the initialization vector followed by the encrypted details.
create function private.audit_encrypt(subject uuid, said jsonb) returns bytea
language sql security definer set search_path = '' as $$
  select iv || extensions.encrypt_iv(convert_to(said::text, 'UTF8'), audit_subjects.key, iv, 'aes')
  from private.audit_subjects, extensions.gen_random_bytes(16) as iv
  where audit_subjects.id = subject
$$;
revoke execute on function private.audit_encrypt from public;

-- Returns null if the key was destroyed or the data is damaged.
create function private.audit_decrypt(subject uuid, encrypted bytea) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select convert_from(extensions.decrypt_iv(substr(encrypted, 17), key, substr(encrypted, 1, 16), 'aes'), 'UTF8')::jsonb
    from private.audit_subjects
    where id = subject
  );
exception when others then
  return null;
end
$$;
revoke execute on function private.audit_decrypt from public;
grant execute on function private.audit_decrypt to authenticated, service_role;

create function private.audit_subjects_named(part text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select id from private.audit_subjects where strpos(names, private.search_text(part)) > 0)
$$;
revoke execute on function private.audit_subjects_named from public;
grant execute on function private.audit_subjects_named to authenticated, service_role;

-- The name of a person, or of a key.
create function private.audit_name(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(user_profiles.display_name, users.email, users.phone)
  from auth.users left join public.user_profiles using (id)
  where users.id = person
  union all
  select 'Key ' || name from public.program_keys where id = person
$$;
revoke execute on function private.audit_name from public;

-- The person for whom a function acts with the service key, and the id or address that it acts on. An entry is valid
-- for a minute.
create table private.audit_askers (
  about    text primary key,
  actor_id uuid not null,
  asked_at timestamptz not null default now()
);
revoke all on private.audit_askers from public, anon, authenticated, service_role;

create function private.audit_asker(variadic abouts text[]) returns uuid
language sql stable security definer set search_path = '' as $$
  select actor_id from private.audit_askers
  where about = any (abouts) and asked_at > now() - interval '1 minute'
  order by asked_at desc
  limit 1
$$;
revoke execute on function private.audit_asker from public;

create function public.act_for(actor uuid, about text) returns void
language sql security definer set search_path = '' as $$
  delete from private.audit_askers where asked_at < now() - interval '1 minute';
  insert into private.audit_askers (about, actor_id) values (lower(btrim(about)), actor)
  on conflict on constraint audit_askers_pkey do update set actor_id = excluded.actor_id, asked_at = excluded.asked_at;
$$;
revoke execute on function public.act_for from public, anon, authenticated;
grant execute on function public.act_for to service_role;

-- Adds a line. The actor is the caller unless another one is given.
create function private.audit(
  kind text, agency uuid, subject uuid, name text, said jsonb default '{}', actor_kind text default null,
  actor uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  actor_name text;
  names_of record;
begin
  if actor_kind is null then
    actor := private.program_key_id();
    actor_kind := case when actor is not null then 'program' end;
  end if;
  if actor_kind is null then
    actor := private.my_id();
    if actor is null and auth.role() = 'service_role' then
      actor := private.audit_asker(subject::text);
      actor_kind := 'service key';
    end if;
    actor_kind := case when actor is not null then 'person' else coalesce(actor_kind, 'server') end;
  end if;
  actor_name := private.audit_name(actor);

  -- Subjects are locked in a fixed order, so that concurrent calls cannot deadlock.
  for names_of in
    select known.id, concat_ws(chr(10), private.search_text(known.name), private.search_text(users.email)) as names
    from (values (actor, actor_name), (subject, name)) as known (id, name)
    left join auth.users on users.id = known.id
    where known.id is not null and known.name is not null
    order by known.id
  loop
    insert into private.audit_subjects as known (id, names) values (names_of.id, names_of.names)
    on conflict do nothing;
    update private.audit_subjects as known set names = right(known.names || chr(10) || names_of.names, 2000)
    where known.id = names_of.id and strpos(known.names, names_of.names) = 0;
  end loop;

  insert into public.audit_events (kind, agency_id, actor_kind, actor_id, actor, subject_id, said)
  values (
    kind, agency, actor_kind, actor, private.audit_encrypt(actor, jsonb_build_object('name', actor_name)), subject,
    private.audit_encrypt(subject, jsonb_build_object('name', name) || said)
  );
end
$$;
revoke execute on function private.audit from public;

-- Returns the lines that the row policy lets the caller read, newest first, with their details and the total number.
-- `search` is a part of the name or address of the actor or the subject.
create function public.audit_trail(
  search text default '', kinds text[] default null, first_row integer default 0, row_count integer default 50
)
returns table (
  id uuid, created_at timestamptz, kind text, agency_id uuid, agency_name text, actor_kind text, actor_id uuid,
  actor_name text, subject_id uuid, said jsonb, total bigint
)
language plpgsql stable set search_path = '' as $$
declare
  named uuid[];
begin
  if search ~ '\S' then
    named := private.audit_subjects_named(search);
  end if;
  total := (
    select count(*) from public.audit_events as events
    where (kinds is null or events.kind = any (kinds))
      and (named is null or events.actor_id = any (named) or events.subject_id = any (named))
  );
  return query
  with lines as (
    select events.*
    from public.audit_events as events
    where (kinds is null or events.kind = any (kinds))
      and (named is null or events.actor_id = any (named) or events.subject_id = any (named))
    order by events.created_at desc, events.id
    offset greatest(first_row, 0)
    limit least(row_count, 1000)
  )
  select
    lines.id, lines.created_at, lines.kind, lines.agency_id, agencies.name, lines.actor_kind, lines.actor_id,
    private.audit_decrypt(lines.actor_id, lines.actor) ->> 'name',
    lines.subject_id, private.audit_decrypt(lines.subject_id, lines.said),
    total
  from lines left join public.agencies on agencies.id = lines.agency_id
  order by lines.created_at desc, lines.id;
end
$$;
revoke execute on function public.audit_trail from public, anon;
grant execute on function public.audit_trail to authenticated, service_role;

-- Records an export of the audit trail.
create function public.note_audit_export() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_role('agency_admin', 'admin', 'super_admin') then
    raise exception 'Only admins read the audit trail.' using errcode = '42501';
  end if;
  perform private.audit('exported', private.my_agency_id(), null, null);
end
$$;
revoke execute on function public.note_audit_export from public, anon;
grant execute on function public.note_audit_export to authenticated, service_role;

-- Records an export of a list: its name and number of rows, encrypted with the key of the person who exported it.
create function public.note_list_export(list text, row_count integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Only staff export lists.' using errcode = '42501';
  end if;
  if list in ('clients', 'projects', 'users', 'enquiries') is not true or row_count >= 0 is not true then
    raise exception 'There is no such list.' using errcode = '22023';
  end if;
  perform private.audit(
    'exported', private.my_agency_id(), private.my_id(), private.audit_name(private.my_id()),
    jsonb_build_object('list', list, 'rows', row_count)
  );
end
$$;
revoke execute on function public.note_list_export from public, anon, service_role;
grant execute on function public.note_list_export to authenticated;

-- Records an export of an agency's or client's data by a command of the installation.
create function public.note_export(subject uuid, name text, agency uuid) returns void
language sql security definer set search_path = '' as $$
  select private.audit('exported', agency, subject, name)
$$;
revoke execute on function public.note_export from public, anon, authenticated;
grant execute on function public.note_export to service_role;

-- Destroys the key of a deleted person, client, agency or enquiry: their names in the audit trail become unreadable for
-- good, while the lines stay. Returns false if there was no key.
create function public.erase_from_audit_trail(subject uuid) returns boolean
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
revoke execute on function public.erase_from_audit_trail from public, anon, authenticated;
grant execute on function public.erase_from_audit_trail to service_role;
