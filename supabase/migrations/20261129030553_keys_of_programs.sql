-- keys of programs

insert into public.role_permissions (role, position, subject, covers, actions, scope)
select unnest(roles), position, subject, covers, actions, scope
from (values
  ('{agency_admin, admin}'::text[], 79, 'Keys of programs', '{program_keys}'::text[], '{read, change}'::text[],
   'own agency'),
  ('{super_admin}', 79, 'Keys of programs', '{program_keys}', '{read, change}', 'every agency')
) as permission (roles, position, subject, covers, actions, scope);

-- The name of the key by which a program wrote it (for_programs.sql).
alter table public.project_updates add column by_program text;

-- The name of the key by which a program wrote it (for_programs.sql).
alter table public.client_notes add column by_program text;

-- Keys of programs: what Zapier, n8n or a script brings instead of a person's password. A key reads, and where it may write also
-- adds, a few kinds of rows of one agency (for_programs.sql). It is nobody's account, so it outlives the person who made it.
create table public.program_keys (
  id           uuid primary key default gen_random_uuid(),
  agency_id    uuid not null references public.agencies (id) on delete cascade,
  name         text not null check (name ~ '\S' and length(name) <= 100),
  scope        text not null check (scope in ('read', 'write')),
  created_by   uuid references public.user_profiles (id) on delete set null,
  created_at   timestamptz not null default now(),
  -- The day of the latest use, in UTC.
  last_used_on date,
  revoked_at   timestamptz
);

alter table public.program_keys enable row level security;

revoke all on public.program_keys from anon, authenticated, service_role;

grant select, insert, update, delete on public.program_keys to service_role;

-- Keys are only created by make_program_key, which generates their secrets.
grant select, update (revoked_at) on public.program_keys to authenticated;

create index program_keys_agency_id_idx on public.program_keys (agency_id, created_at);

create index program_keys_created_by_idx on public.program_keys (created_by);

create policy "admins read their agency's keys, super admins all"
  on public.program_keys for select to authenticated
  using (
    (agency_id = (select private.my_agency_id()) and (select private.has_role('agency_admin', 'admin')))
    or (select private.is_super_admin())
  );

-- The admins of an inactive agency end its keys too: a secret that got out should not wait.
create policy "admins revoke their agency's keys, super admins all"
  on public.program_keys for update to authenticated
  using (
    (agency_id = (select private.my_agency_id()) and (select private.has_role('agency_admin', 'admin')))
    or (select private.is_super_admin())
  );

-- The hashes of the keys, in a schema that the API does not expose, and how often each was used since a moment.
create table private.program_key_secrets (
  key_id        uuid primary key references public.program_keys (id) on delete cascade,
  secret_hash   bytea not null unique check (length(secret_hash) = 32),
  counted_since timestamptz not null default now(),
  requests      integer not null default 0
);

revoke all on private.program_key_secrets from public, anon, authenticated, service_role;

-- A revoked key stays revoked.
create function private.keep_key_revoked() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.revoked_at is not null then
    raise exception 'A key that was revoked cannot be used again. Add a new one.' using errcode = '23514';
  end if;
  return new;
end
$$;

revoke execute on function private.keep_key_revoked from public;

create trigger keep_revoked
  before update of revoked_at on public.program_keys for each row
  execute function private.keep_key_revoked();

create function private.audit_key() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit(
    case tg_op when 'INSERT' then 'key_added' else 'key_revoked' end, new.agency_id, new.id, new.name,
    jsonb_build_object('after', new.scope)
  );
  return null;
end
$$;

revoke execute on function private.audit_key from public;

create trigger audit_added
  after insert on public.program_keys for each row execute function private.audit_key();

create trigger audit_revoked
  after update of revoked_at on public.program_keys for each row execute function private.audit_key();

-- Makes a key of an agency, and returns its secret once.
create function public.make_program_key(agency uuid, name text, scope text) returns table (id uuid, secret text)
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_super_admin() is not true
     and (agency = private.my_active_agency_id() and private.has_role('agency_admin', 'admin')) is not true then
    raise exception 'Only admins of this agency add keys.' using errcode = '42501';
  end if;
  perform from public.agencies where agencies.id = agency for no key update;
  if (select count(*) from public.program_keys where agency_id = agency and revoked_at is null) >= 20 then
    raise exception 'An agency can have 20 keys. Revoke one that is no longer used.' using errcode = '23514';
  end if;
  secret := 'ms_' || private.new_token();
  insert into public.program_keys as made (agency_id, name, scope, created_by)
  values (agency, btrim(make_program_key.name), make_program_key.scope, private.my_id())
  returning made.id into make_program_key.id;
  insert into private.program_key_secrets (key_id, secret_hash)
  values (make_program_key.id, sha256(convert_to(secret, 'UTF8')));
  return next;
end
$$;

revoke execute on function public.make_program_key from public, anon, service_role;

grant execute on function public.make_program_key to authenticated;

alter table public.contact_submissions drop constraint contact_submissions_came_by_check;

alter table public.contact_submissions add constraint contact_submissions_came_by_check CHECK ((came_by = ANY (ARRAY['website'::text, 'phone'::text, 'visit'::text, 'e-mail'::text, 'recommendation'::text, 'source'::text, 'program'::text])));

-- The ways by which enquiries came, with their number, for people who may read enquiries: each that is no named source, and
-- each source, of which only the name is given. What is set aside is not counted.
create or replace function public.enquiry_origins() returns table (came_by text, source uuid, name text, is_revoked boolean, enquiries integer)
language sql stable security definer set search_path = '' as $$
  select ways.came_by, sources.id, sources.name, sources.revoked_at is not null, coalesce(counts.enquiries, 0)::integer
  from unnest(array['website', 'phone', 'visit', 'e-mail', 'recommendation', 'program', 'source']) with ordinality
    as ways (came_by, place)
  left join public.enquiry_sources as sources on ways.came_by = 'source'
  left join (
    select contact_submissions.came_by, source_id, count(*) as enquiries
    from public.contact_submissions where not is_set_aside group by 1, 2
  ) as counts on counts.came_by = ways.came_by and counts.source_id is not distinct from sources.id
  where (select private.reads_enquiries()) and (ways.came_by <> 'source' or sources.id is not null)
  order by ways.place, sources.created_at
$$;

alter table public.audit_events drop constraint audit_events_actor_kind_check;

alter table public.audit_events add constraint audit_events_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['person'::text, 'service key'::text, 'server'::text, 'somebody'::text, 'program'::text])));

alter table public.audit_events drop constraint audit_events_kind_check;

alter table public.audit_events add constraint audit_events_kind_check CHECK ((kind = ANY (ARRAY['signed_in'::text, 'sign_in_failed'::text, 'password_changed'::text, 'second_step_removed'::text, 'address_changed'::text, 'created'::text, 'invited'::text, 'invitation_revoked'::text, 'password_reset'::text, 'deactivated'::text, 'reactivated'::text, 'account_deleted'::text, 'role_given'::text, 'role_taken'::text, 'joined_agency'::text, 'left_agency'::text, 'agency_added'::text, 'agency_changed'::text, 'agency_deleted'::text, 'plan_changed'::text, 'main_person_changed'::text, 'client_asked'::text, 'request_closed'::text, 'month_mailed'::text, 'month_changed'::text, 'call_planned'::text, 'call_moved'::text, 'call_cancelled'::text, 'feed_made'::text, 'feed_revoked'::text, 'client_deleted'::text, 'person_deleted'::text, 'project_deleted'::text, 'step_deleted'::text, 'note_deleted'::text, 'update_deleted'::text, 'enquiry_deleted'::text, 'brought_back'::text, 'source_added'::text, 'source_revoked'::text, 'clients_merged'::text, 'merge_undone'::text, 'vault_copied'::text, 'vault_viewed'::text, 'vault_taken_over'::text, 'secret_asked'::text, 'secret_sent'::text, 'secret_opened'::text, 'secret_withdrawn'::text, 'exported'::text, 'erased'::text, 'webhook_added'::text, 'webhook_changed'::text, 'webhook_deleted'::text, 'key_added'::text, 'key_revoked'::text, 'program_added'::text, 'program_changed'::text])));

-- The name of a person, or of a key.
create or replace function private.audit_name(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(user_profiles.display_name, users.email, users.phone)
  from auth.users left join public.user_profiles using (id)
  where users.id = person
  union all
  select 'Key ' || name from public.program_keys where id = person
$$;

-- Adds a line. The actor is the caller unless another one is given.
create or replace function private.audit(
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

-- What programs read and write with a key (tables/program_keys.sql). The function for-programs sends each of their requests here,
-- with the hash of the key. One transaction looks the key up, and then works as the role `authenticated` without a person, for whom
-- only the policies below let anything through: a key that was revoked a moment ago gives nothing any more.
-- The key of the request that is being answered; null in every other transaction. Only answer_program names one.
create function private.program_key_id() returns uuid
language sql stable set search_path = ''
return nullif(current_setting('mainstreet.program_key', true), '')::uuid;

revoke execute on function private.program_key_id from public;

grant execute on function private.program_key_id to authenticated, service_role;

-- The agency whose rows the key of this request reads.
create function private.program_agency_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select agency_id from public.program_keys where id = private.program_key_id() and revoked_at is null
  );
end
$$;

revoke execute on function private.program_agency_id from public;

grant execute on function private.program_agency_id to authenticated, service_role;

-- The agency to which it writes: none for a key that may only read, or while the agency is inactive.
create function private.program_writes_to() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select agencies.id
    from public.program_keys join public.agencies on agencies.id = program_keys.agency_id
    where program_keys.id = private.program_key_id() and program_keys.revoked_at is null
      and program_keys.scope = 'write' and agencies.is_active
  );
end
$$;

revoke execute on function private.program_writes_to from public;

grant execute on function private.program_writes_to to authenticated, service_role;

create policy "programs read the clients of their key's agency"
  on public.clients for select to authenticated
  using (agency_id = (select private.program_agency_id()));

create policy "programs add clients"
  on public.clients for insert to authenticated
  with check (agency_id = (select private.program_writes_to()) and looked_after_by is null);

create policy "programs read its projects"
  on public.projects for select to authenticated
  using (agency_id = (select private.program_agency_id()));

create policy "programs change its projects"
  on public.projects for update to authenticated
  using (agency_id = (select private.program_writes_to()));

create policy "programs read its steps"
  on public.project_steps for select to authenticated
  using (agency_id = (select private.program_agency_id()));

create policy "programs add steps that nobody wrote"
  on public.project_steps for insert to authenticated
  with check (agency_id = (select private.program_writes_to()) and created_by is null);

create policy "programs tick its steps"
  on public.project_steps for update to authenticated
  using (agency_id = (select private.program_writes_to()));

-- Updates and notes are read by everybody who sees their project or client, programs among them.
create policy "programs add updates that nobody wrote"
  on public.project_updates for insert to authenticated
  with check (
    created_by is null
    and exists (
      select from public.projects
      where projects.id = project_updates.project_id and projects.agency_id = (select private.program_writes_to())
    )
  );

create policy "programs add notes that nobody wrote"
  on public.client_notes for insert to authenticated
  with check (
    staff_id is null
    and exists (
      select from public.clients
      where clients.id = client_notes.client_id and clients.agency_id = (select private.program_writes_to())
    )
  );

create policy "programs of the agency that answers the website read enquiries"
  on public.contact_submissions for select to authenticated
  using ((select private.program_agency_id()) = (select private.website_agency_id()));

create policy "they add enquiries"
  on public.contact_submissions for insert to authenticated
  with check (came_by = 'program' and (select private.program_writes_to()) = (select private.website_agency_id()));

create policy "they say what became of enquiries"
  on public.contact_submissions for update to authenticated
  using ((select private.program_writes_to()) = (select private.website_agency_id()));

-- What a program writes has no author, so it keeps the name of the key.
create function private.name_program() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.by_program := (select name from public.program_keys where id = private.program_key_id());
  return new;
end
$$;

revoke execute on function private.name_program from public;

create trigger name_program
  before insert on public.project_updates for each row
  when (private.program_key_id() is not null)
  execute function private.name_program();

create trigger name_program
  before insert on public.client_notes for each row
  when (private.program_key_id() is not null)
  execute function private.name_program();

-- The lists that programs know, with their tables: the fields that are shown, the time of a row's latest change, the fields that a
-- new row may have, and the one that may be changed.
create function private.program_list(name text)
returns table (relation text, noun text, fields text[], changed_at text, addable text[], changeable text)
language sql immutable set search_path = '' as $$
  select lists.relation, lists.noun, lists.fields::text[], lists.changed_at, lists.addable::text[], lists.changeable
  from (values
    (
      'enquiries', 'contact_submissions', 'enquiry',
      '{id,name,business_name,email,phone,service,message,came_by,state,is_set_aside,client_id,created_at}',
      'coalesce(state_changed_at, created_at)', '{name,business_name,email,phone,service,message}', 'state'
    ),
    (
      'clients', 'clients', 'client',
      '{id,name,company_name,email,phone,website_url,industry,prospect_status,plan,plan_since,next_contact_on,next_contact_note,created_at,updated_at}',
      'updated_at',
      '{name,company_name,email,phone,website_url,industry,prospect_status,next_contact_on,next_contact_note}', null
    ),
    (
      'projects', 'projects', 'project',
      '{id,client_id,name,description,project_type,status,priority,start_date,target_completion_date,actual_completion_date,budget,steps,steps_done,next_step_on,created_at,updated_at}',
      'updated_at', '{}', 'status'
    ),
    (
      'steps', 'project_steps', 'step', '{id,project_id,title,due_on,is_done,done_at,repeats,created_at,updated_at}',
      'updated_at', '{project_id,title,due_on}', 'is_done'
    ),
    (
      'updates', 'project_updates', 'update',
      '{id,project_id,title,content,update_type,visibility,is_milestone,answer_by,shown_at,created_at,updated_at}',
      'updated_at', '{project_id,title,content,update_type,visibility,answer_by}', null
    ),
    (
      'notes', 'client_notes', 'note', '{id,client_id,note_text,note_category,created_at,edited_at}',
      'coalesce(edited_at, created_at)', '{client_id,note_text,note_category}', null
    )
  ) as lists (name, relation, noun, fields, changed_at, addable, changeable)
  where lists.name = program_list.name
$$;

revoke execute on function private.program_list from public;

grant execute on function private.program_list to authenticated, service_role;

-- Looks a key up, notes the day, and counts the request. A key makes 120 requests a minute, unless the server has no limits.
create function private.open_program_key(secret_hash text, out key_id uuid, out scope text, out is_too_often boolean)
language plpgsql security definer set search_path = '' as $$
begin
  update private.program_key_secrets as secrets
  set requests = case when secrets.counted_since > now() - interval '1 minute' then secrets.requests + 1 else 1 end,
      counted_since = case when secrets.counted_since > now() - interval '1 minute' then secrets.counted_since else now() end
  from public.program_keys as keys
  where secrets.secret_hash = decode(open_program_key.secret_hash, 'hex')
    and keys.id = secrets.key_id and keys.revoked_at is null
  returning keys.id, keys.scope,
    secrets.requests > 120 and current_setting('app.settings.rate_limits', true) is distinct from 'off'
  into key_id, scope, is_too_often;
  update public.program_keys set last_used_on = (now() at time zone 'UTC')::date
  where id = key_id and last_used_on is distinct from (now() at time zone 'UTC')::date;
end
$$;

revoke execute on function private.open_program_key from public;

grant execute on function private.open_program_key to service_role;

-- Refuses fields that a program may not name, with a sentence that says which it may.
create function private.require_program_fields(list text, named jsonb, allowed text[]) returns void
language plpgsql immutable set search_path = '' as $$
declare
  other constant text := (select min(field) from jsonb_object_keys(named) as field where field <> all (allowed));
begin
  if other is not null then
    raise exception '"%" is none of the fields for %: %.', other, list, array_to_string(allowed, ', ')
      using errcode = '22023';
  end if;
end
$$;

revoke execute on function private.require_program_fields from public;

grant execute on function private.require_program_fields to authenticated;

-- A page of a list, those that changed first in front: since the time `since`, after the page whose `next` is `after`, at most
-- `limit` rows. Each other name is a field with the value that it has to have.
create function private.program_page(list text, asked jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  known record;
  most constant integer := coalesce((asked ->> 'limit')::integer, 100);
  wanted constant jsonb := asked - 'since' - 'after' - 'limit';
  found_rows jsonb;
  next_page text;
begin
  select * into known from private.program_list(list);
  perform private.require_program_fields(list, wanted, known.fields);
  if most not between 1 and 500 then
    raise exception 'The limit is a number from 1 to 500.' using errcode = '22023';
  end if;
  execute format(
    $sql$
      select
        coalesce(jsonb_agg(page.shown order by page.moment, page.id), '[]'),
        (array_agg(
          to_char(page.moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || page.id
          order by page.moment, page.id
        ))[$4]
      from (
        select id, %1$s as moment, (select to_jsonb(fields) from (select %2$s) as fields) as shown
        from public.%3$I
        where ($1 is null or %1$s >= $1) and ($2 is null or (%1$s, id) > ($2, $3)) %4$s
        order by 2, 1
        limit $4
      ) as page
    $sql$,
    known.changed_at, array_to_string(known.fields, ', '), known.relation,
    (select string_agg(format('and %I = %L', field, value), ' ') from jsonb_each_text(wanted) as each (field, value))
  ) into found_rows, next_page
  using
    nullif(asked ->> 'since', '')::timestamptz, nullif(split_part(asked ->> 'after', '_', 1), '')::timestamptz,
    nullif(split_part(asked ->> 'after', '_', 2), '')::uuid, most;
  return jsonb_build_object('rows', found_rows, 'next', next_page);
end
$$;

revoke execute on function private.program_page from public;

grant execute on function private.program_page to authenticated;

-- Adds a row and returns it; null if it is a repetition that is not stored again.
create function private.add_for_program(list text, given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  known record;
  filled jsonb := given;
  added jsonb;
begin
  select * into known from private.program_list(list);
  perform private.require_program_fields(list, given, known.addable);
  if list = 'clients' then
    filled := filled || jsonb_build_object('agency_id', private.program_agency_id());
  elsif list = 'enquiries' then
    -- What nobody said is the empty text.
    filled := '{"business_name": "", "email": "", "phone": "", "service": "other"}' || filled || '{"came_by": "program"}';
  end if;
  execute format(
    'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)
     returning (select to_jsonb(fields) from (select %3$s) as fields)',
    known.relation, (select string_agg(quote_ident(field), ', ') from jsonb_object_keys(filled) as field),
    array_to_string(known.fields, ', ')
  ) into added using filled;
  return added;
end
$$;

revoke execute on function private.add_for_program from public;

grant execute on function private.add_for_program to authenticated;

-- Changes the one field of a row that programs change, and returns the row; null if the key sees no such row.
create function private.change_for_program(list text, item uuid, given jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  known record;
  changed jsonb;
begin
  select * into known from private.program_list(list);
  perform private.require_program_fields(list, given, array[known.changeable]);
  if given ->> known.changeable is null then
    raise exception 'Say what % becomes.', known.changeable using errcode = '22023';
  end if;
  -- A person takes an enquiry, and making a client of it takes more than a word.
  if list = 'enquiries' and given ->> 'state' not in ('new', 'answered', 'not now', 'spam') then
    raise exception 'A program sets the state of an enquiry to new, answered, not now or spam.' using errcode = '22023';
  end if;
  execute format(
    'update public.%I set %I = %L where id = $1 returning (select to_jsonb(fields) from (select %s) as fields)',
    known.relation, known.changeable, given ->> known.changeable, array_to_string(known.fields, ', ')
  ) into changed using item;
  return changed;
end
$$;

revoke execute on function private.change_for_program from public;

grant execute on function private.change_for_program to authenticated;

-- Records what a program wrote: a line about the client, or the enquiry, by the name of the key.
create function private.note_program_write(kind text, list text, written jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.audit(
    kind, private.program_agency_id(), coalesce(clients.id, (written ->> 'id')::uuid),
    coalesce(clients.name, written ->> 'name'), jsonb_build_object('title', known.noun)
  )
  from private.program_list(list) as known
  left join public.projects on projects.id = coalesce((written ->> 'project_id')::uuid, (written ->> 'id')::uuid)
  left join public.clients on list <> 'enquiries'
    and clients.id = coalesce(projects.client_id, (written ->> 'client_id')::uuid, (written ->> 'id')::uuid)
$$;

revoke execute on function private.note_program_write from public;

grant execute on function private.note_program_write to service_role;

-- Why the database refused a program's values, in a sentence.
create function private.program_refusal(relation text, code text, words text, rule text, field text) returns text
language sql stable set search_path = '' as $$
  select case
    when code = '23502' then format('"%s" is missing.', field)
    when rule = '' then words
    else coalesce(
      (
        select format('The value of %s is not accepted.', string_agg(pg_attribute.attname, ' or '))
        from pg_catalog.pg_constraint
        join pg_catalog.pg_attribute on attrelid = conrelid and attnum = any (conkey)
        where conrelid = to_regclass('public.' || relation) and conname = rule
      ),
      words
    )
  end
$$;

revoke execute on function private.program_refusal from public;

grant execute on function private.program_refusal to service_role;

-- Answers a request of a program with an HTTP status and a JSON object: GET a list or one item of it, POST a new one, PATCH one.
-- A refusal is an answer too, so that the use of the key stays counted.
create function public.answer_program(
  secret_hash text, method text, list text default null, item text default null, given jsonb default '{}'
)
returns table (status integer, answer jsonb)
language plpgsql set search_path = '' as $$
declare
  asking constant text := current_setting('role');
  key record;
  relation constant text := (select known.relation from private.program_list(list) as known);
  code text;
  words text;
  rule text;
  field text;
begin
  select * into key from private.open_program_key(answer_program.secret_hash);
  if key.key_id is null then
    return query select 401, '{"error": "This key is wrong or revoked."}'::jsonb;
    return;
  elsif key.is_too_often then
    return query select 429, '{"error": "A key makes 120 requests a minute. Wait a minute."}'::jsonb;
    return;
  elsif relation is null then
    return query
    select 404, '{"error": "There is no such list. There are enquiries, clients, projects, steps, updates and notes."}'::jsonb;
    return;
  elsif method <> 'GET' and key.scope = 'read' then
    return query select 403, '{"error": "This key may only read."}'::jsonb;
    return;
  end if;
  begin
    perform set_config('mainstreet.program_key', key.key_id::text, true), set_config('role', 'authenticated', true);
    case method
      when 'GET' then
        answer := private.program_page(list, case when item is null then given else jsonb_build_object('id', item) end);
        if item is not null then
          answer := answer #> '{rows,0}';
        end if;
      when 'POST' then answer := private.add_for_program(list, given);
      else answer := private.change_for_program(list, item::uuid, given);
    end case;
    perform set_config('role', asking, true);
    if method <> 'GET' and answer is not null then
      perform private.note_program_write(case method when 'POST' then 'program_added' else 'program_changed' end, list, answer);
    end if;
    perform set_config('mainstreet.program_key', '', true);
    if answer is not null then
      status := case method when 'POST' then 201 else 200 end;
    elsif method = 'POST' then
      status := 200;
      answer := '{"repeated": true}';
    else
      status := 404;
      answer := '{"error": "There is nothing with this id."}';
    end if;
  exception
    when insufficient_privilege then
      status := 403;
      answer := jsonb_build_object('code', sqlstate, 'error',
        'This key may not write there: its agency has no such client or project, is not active, or does not answer the website.');
    when others then
      get stacked diagnostics
        code = returned_sqlstate, words = message_text, rule = constraint_name, field = column_name;
      if code !~ '^2[23]' then
        raise;
      end if;
      status := case left(code, 2) when '22' then 400 else 422 end;
      answer := jsonb_build_object('code', code, 'error', private.program_refusal(relation, code, words, rule, field));
  end;
  return next;
end
$$;

revoke execute on function public.answer_program from public, anon, authenticated;

grant execute on function public.answer_program to service_role;
