-- Merges undone whole, repeated steps, unread messages

-- The repetitions up to a day, and at least one more.
create function private.repetitions(first date, repeats text, until date) returns setof date
language sql immutable set search_path = '' as $$
  select private.repeated_day(first, repeats, n)
  from generate_series(
    0, 2 + (until - first) / case repeats when 'week' then 7 when 'month' then 28 else 89 end
  ) as n
$$;

revoke execute on function private.repetitions from public;

-- Returns the first repetition after both `after` and yesterday: a step that is ticked late is followed by one step, and not by a
-- pile of past ones.
create or replace function private.next_repetition(first date, repeats text, after date) returns date
language sql stable set search_path = ''
return (
  select min(day) from private.repetitions(first, repeats, greatest(after, current_date)) as day
  where day > greatest(after, current_date - 1)
);

-- Fills in what follows from the rest of the row. The policy decides whether the caller may add it: the agency is looked up
-- as far as the caller sees the project.
create or replace function private.fill_in_step() returns trigger
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
  new.repeats_from := case when new.repeats is not null then coalesce(new.repeats_from, new.due_on) end;
  return new;
end
$$;

-- A ticked step that repeats is followed by the next one, once. Undoing the tick takes that away again, unless somebody has
-- changed it since. A step that was moved to a day that is none of its repetitions counts from that day on.
create or replace function private.repeat_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first date := new.due_on;
begin
  if private.is_bringing_back() then
    return null;
  end if;
  if new.is_done then
    if new.due_on in (select private.repetitions(new.repeats_from, new.repeats, new.due_on)) then
      first := new.repeats_from;
    end if;
    insert into public.project_steps
      (agency_id, project_id, title, due_on, assigned_to, position, repeats, repeats_from, repeats_step, created_by)
    values (
      new.agency_id, new.project_id, new.title,
      private.next_repetition(first, new.repeats, new.due_on),
      -- Somebody who left keeps the step that they did, and gets no other.
      case when private.is_staff_of(new.assigned_to, new.agency_id) then new.assigned_to end,
      new.position, new.repeats, first, new.id, private.my_id()
    )
    on conflict (repeats_step) do nothing;
  else
    delete from public.project_steps where repeats_step = new.id and not is_done and updated_at = created_at;
  end if;
  return null;
end
$$;

-- Whether a text has an @, also as the wide or the small letter of Japanese and Chinese keyboards.
create function private.has_at(words text) returns boolean
language sql immutable parallel safe
return words ~ '[@＠﹫]';

revoke execute on function private.has_at from public;

grant execute on function private.has_at to authenticated, service_role;

-- The staff of an agency whom a text mentions: by @ and the name that colleagues see, or by its first word if only one
-- person has it. "@Ana Maria" means Ana Maria and not Ana. Accents and kinds of spaces and hyphens are ignored
-- (private/equivalent_letters.sql). An email address is no mention.
create or replace function private.mentioned_in(words text, agency uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with pieces as (
    select number, piece, lag(piece) over (order by number) as before
    from string_to_table(private.same_letters(words), '@') with ordinality as told (piece, number)
    where private.has_at(words)
  ),
  colleagues as (
    select id, name, split_part(name, ' ', 1) as first_name
    from public.user_profiles, private.same_letters(display_name) as name
    where agency_id = agency and name <> '' and private.is_staff_of(id, agency)
  ),
  names as (
    select id, name from colleagues
    union
    select min(id::text)::uuid, first_name from colleagues group by first_name having count(*) = 1
  )
  select distinct id
  from (
    select names.id, rank() over (partition by pieces.number order by length(names.name) desc) as place
    from pieces
    join names on starts_with(pieces.piece, names.name) and substr(pieces.piece, length(names.name) + 1, 1) !~ '\w'
    where pieces.number > 1 and pieces.before !~ '\w$'
  ) as mentioned
  where place = 1
$$;

drop trigger tell_mentioned on public.chat_messages;

create trigger tell_mentioned
  after insert or update of content on public.chat_messages for each row
  when (private.has_at(new.content))
  execute function private.tell_mentioned_in_chat();

drop trigger tell_mentioned on public.client_notes;

create trigger tell_mentioned
  after insert or update of note_text on public.client_notes for each row
  -- An @ in a mail mentions no colleague.
  when (private.has_at(new.note_text) and new.sender_email is null)
  execute function private.tell_mentioned_in_note();

drop trigger tell_mentioned on public.project_notes;

create trigger tell_mentioned
  after insert or update of note_text on public.project_notes for each row
  when (private.has_at(new.note_text))
  execute function private.tell_mentioned_in_note();

-- Marks messages as read up to `last_seen`, so that later ones stay unread; without it, all of them. The time is that of the last
-- message seen, because a later one may be there that the caller has not got yet.
create or replace function public.mark_messages_read(last_seen bigint default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  room constant uuid := private.my_agency_id();
  latest constant bigint := coalesce(
    (select last_number from private.chat_rooms where agency_id = room and room_id = 'general'), 0
  );
  seen constant bigint := least(last_seen, latest);
begin
  if room is null then
    raise exception 'Only the staff of an agency has a chat.' using errcode = '42501';
  end if;
  insert into private.chat_reads (user_id, read_at, up_to)
  select me.id, greatest(me.created_at, message.created_at), seen
  from public.user_profiles as me
  left join lateral (
    select created_at from public.chat_messages
    where agency_id = room and room_id = 'general' and number <= seen
    order by number desc
    limit 1
  ) as message on true
  where me.id = private.my_id()
  on conflict (user_id) do update
    set read_at = greatest(chat_reads.read_at, excluded.read_at), up_to = greatest(chat_reads.up_to, excluded.up_to);
end
$$;

-- The caller's unread chat messages and notices; 100 stands for any larger number. Messages from before a person joined
-- do not count.
create or replace function public.my_unread() returns table (messages integer, notices integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := private.my_id();
  room constant uuid := private.my_agency_id();
  since timestamptz;
  seen bigint;
begin
  select coalesce(chat_reads.read_at, user_profiles.created_at), coalesce(chat_reads.up_to, 0) into since, seen
  from public.user_profiles left join private.chat_reads on chat_reads.user_id = user_profiles.id
  where user_profiles.id = me;
  return query
  select
    (
      select count(*)::integer from (
        select from public.chat_messages
        where agency_id = room and room_id = 'general' and sender_id is distinct from me
          -- The time finds them by the index, and the number tells apart those of one moment.
          and created_at >= since and number > seen
        limit 100
      ) as unread
    ),
    (
      select count(*)::integer from (
        select from public.notices where user_id = me and read_at is null limit 100
      ) as unread
    )
  where me is not null;
end
$$;

drop trigger audit_deletion on public.project_steps;

create trigger audit_deletion
  after delete on public.project_steps for each row
  -- A repetition that undoing a tick takes back was deleted by nobody.
  when (pg_trigger_depth() = 0)
  execute function private.audit_deleted_entry();

drop trigger keep_deleted on public.project_steps;

create trigger keep_deleted
  before delete on public.project_steps for each row
  -- A repetition that undoing a tick takes back was deleted by nobody.
  when (pg_trigger_depth() = 0)
  execute function private.keep_deleted();

-- Restores the kept rows of one table. A reference to a row that no longer exists, or that another row has by now and only one
-- may have, becomes null, and a row whose parent no longer exists stays deleted. Columns that were added since get their defaults.
create or replace function private.put_back_rows(deletion uuid, target regclass) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  one constant jsonb := (
    select content from private.recently_deleted_rows
    where deletion_id = deletion and place = target::text and not is_cut limit 1
  );
  columns text;
  contents text;
  conditions text;
  back bigint;
begin
  select
    string_agg(quote_ident(attname), ', ' order by attnum),
    string_agg(
      coalesce(
        (
          select format('case when exists (select from %s as named where %s)%s then back.%I end', confrelid::regclass,
                        private.key_matches(pg_constraint),
                        (
                          select format(' and not exists (select from %1$s as other where other.%2$I = back.%2$I)', target, attname)
                          from pg_catalog.pg_constraint as only_one
                          where only_one.contype = 'u' and only_one.conrelid = target and only_one.conkey = array[attnum]
                        ),
                        attname)
          from pg_catalog.pg_constraint
          where contype = 'f' and conrelid = target and confdeltype = 'n' and conkey = array[attnum]
        ),
        format('back.%I', attname)
      ), ', ' order by attnum
    )
  into columns, contents
  from pg_catalog.pg_attribute
  where attrelid = target and attnum > 0 and not attisdropped and attgenerated = '' and one ? attname::text;
  select coalesce(string_agg(
    format(
      ' and (%s or exists (select from %s as named where %s))',
      -- A row whose reference is null depends on no parent.
      (
        select string_agg(format('back.%I is null', attname), ' or ')
        from pg_catalog.pg_attribute where attrelid = conrelid and attnum = any (conkey)
      ),
      confrelid::regclass, private.key_matches(pg_constraint)
    ), ''), '')
  into conditions
  from pg_catalog.pg_constraint
  where contype = 'f' and conrelid = target and confdeltype = 'c';
  execute format(
    $sql$
    insert into %1$s (%2$s) overriding system value
    select %3$s
    from private.recently_deleted_rows as kept, jsonb_populate_record(null::%1$s, kept.content) as back
    where kept.deletion_id = $1 and kept.place = %4$L and not kept.is_cut%5$s
    $sql$, target, columns, contents, target, conditions
  ) using deletion;
  get diagnostics back = row_count;
  return back;
end
$$;

-- Reduces what is kept of each row to the columns that have changed, and of a client those that change together with them.
create or replace function private.note_changed_columns(deletion uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changed text;
begin
  for changed in select distinct place from private.merged_rows where deletion_id = deletion loop
    execute format(
      $sql$
      update private.merged_rows
      set before = changed.before, after = changed.after
      from (
        select child.id, later.columns as after, (
          select case when noted.before is not null then coalesce(jsonb_object_agg(key, value), '{}') end
          from jsonb_each(noted.before) where later.columns ? key
        ) as before
        from private.merged_rows as noted
        join %1$s as child on child.id = noted.row_id
        cross join lateral (
          select coalesce(jsonb_object_agg(key, value), '{}') as columns
          from jsonb_each(to_jsonb(child))
          left join private.merged_columns() as together on %2$L = 'public.clients' and key = any (together.columns)
          where noted.before is null
            or noted.before -> key is distinct from value
            or exists (
              select from unnest(together.columns) as name where noted.before -> name is distinct from to_jsonb(child) -> name
            )
        ) as later
        where noted.deletion_id = $1 and noted.place = %2$L
      ) as changed
      where deletion_id = $1 and place = %2$L and row_id = changed.id
      $sql$, changed::regclass, changed
    ) using deletion;
  end loop;
end
$$;

-- Whether a row has the values that a merge gave to these columns, as far as it changed them.
create function private.is_unchanged(now jsonb, after jsonb, columns text[]) returns boolean
language sql immutable set search_path = '' as $$
  select not exists (select from unnest(columns) as name where after ? name and now -> name <> after -> name)
$$;

revoke execute on function private.is_unchanged from public;

-- Restores the columns of the rows of one table that a merge changed, unless somebody has changed them since. Columns that change
-- together are restored together or not at all: a reason without its day would be refused, and a plan have another one's first day.
create or replace function private.restore_merged_rows(deletion uuid, target text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  assignments text := (
    select string_agg(
      format(
        '%1$I = case when after ? %1$L and private.is_unchanged(to_jsonb(child), after, %2$L) then earlier.%1$I else child.%1$I end',
        attname, coalesce(together.columns, array[attname::text])),
      ', ')
    from pg_catalog.pg_attribute
    left join private.merged_columns() as together on target = 'public.clients' and attname = any (together.columns)
    where attrelid = target::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      -- Triggers derive these from other rows.
      and attname not in ('search_text', 'people_text', 'last_content_update_at')
      and exists (
        select from private.merged_rows where deletion_id = deletion and place = target and before ? attname::text
      )
  );
begin
  if assignments is not null then
    execute format(
      $sql$
      update %1$s as child set %2$s
      from private.merged_rows cross join lateral jsonb_populate_record(null::%1$s, before) as earlier
      where deletion_id = $1 and place = %3$L and row_id = child.id and before is not null
      $sql$, target::regclass, assignments, target
    ) using deletion;
  end if;
end
$$;

-- Moves back what a merge has moved, after the merged client was restored. What was added since stays with the kept client.
create or replace function private.unmerge(entry public.recently_deleted) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target text;
begin
  for target in select distinct place from private.merged_rows where deletion_id = entry.id loop
    perform private.restore_merged_rows(entry.id, target);
  end loop;
  -- Rows that the merge added are deleted, unless somebody has changed them. A former main person stays among the people if
  -- the address was left as it is, and would be lost otherwise.
  for target in select distinct place from private.merged_rows where deletion_id = entry.id and before is null loop
    execute format(
      'delete from %1$s as child using private.merged_rows
       where deletion_id = $1 and place = %2$L and before is null and row_id = child.id and to_jsonb(child) = after
         and (%2$L <> ''public.client_people'' or exists (
           select from public.clients where id in ($2, $3) and lower(email) = lower(to_jsonb(child) ->> ''email'')
         ))',
      target::regclass, target
    ) using entry.id, entry.subject_id, entry.merged_into;
  end loop;
  update private.recently_deleted_rows as gone
  set content = gone.content || jsonb_build_object('client_id', entry.subject_id)
  where gone.deletion_id <> entry.id and not gone.is_cut and gone.content ->> 'client_id' = entry.merged_into::text
    and (
      gone.deletion_id in (
        select row_id from private.merged_rows where deletion_id = entry.id and place = 'public.recently_deleted'
      )
      -- What was deleted after the merge.
      or gone.content ->> 'id' in (select row_id::text from private.merged_rows where deletion_id = entry.id)
    );
  perform private.list_people(id) from unnest(array[entry.subject_id, entry.merged_into]) as id;
end
$$;
