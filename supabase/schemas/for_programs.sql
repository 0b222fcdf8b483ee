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

create policy "programs read its updates"
  on public.project_updates for select to authenticated
  using (agency_id = (select private.program_agency_id()));
-- Notes are read by everybody who sees their client, programs among them.
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
    (
      select string_agg(
        -- Capitals do not tell email addresses apart, so that a program that looks for a client before it adds one finds it.
        format(case field when 'email' then 'and lower(%I) = lower(%L)' else 'and %I = %L' end, field, value), ' '
      )
      from jsonb_each_text(wanted) as each (field, value)
    )
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
  if known.addable = '{}' then
    raise exception 'A program adds no %. It adds enquiries, clients, steps, updates and notes.', list using errcode = '22023';
  end if;
  perform private.require_program_fields(list, given, known.addable);
  if given = '{}' then
    raise exception 'Say what is in it: the fields for % are %.', list, array_to_string(known.addable, ', ')
      using errcode = '22023';
  end if;
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
  if known.changeable is null then
    raise exception
      'A program changes nothing of %. It changes the state of enquiries, the status of projects, and whether steps are done (is_done).',
      list
      using errcode = '22023';
  end if;
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
