-- What concerns somebody: a project or a step was assigned to them, a client answered, an enquiry waits, a colleague mentioned them. The
-- bell lists it, newest first, for ninety days. What happened is the row that it names, of which there is one; who may not see
-- that row any more sees nothing of it here either.
create table public.notices (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null references public.user_profiles (id) on delete cascade,
  -- Who did it; null for clients and visitors.
  actor_id        uuid references public.user_profiles (id) on delete set null,
  project_id      uuid references public.projects (id) on delete cascade,
  answer_id       uuid references public.update_answers (id) on delete cascade,
  enquiry_id      uuid references public.contact_submissions (id) on delete cascade,
  message_id      uuid references public.chat_messages (id) on delete cascade,
  client_note_id  uuid references public.client_notes (id) on delete cascade,
  project_note_id uuid references public.project_notes (id) on delete cascade,
  created_at      timestamptz not null default now(),
  read_at         timestamptz,
  step_id         uuid references public.project_steps (id) on delete cascade,
  constraint notices_about_one_thing
    check (num_nonnulls(project_id, step_id, answer_id, enquiry_id, message_id, client_note_id, project_note_id) = 1)
);
create index notices_user_id_idx on public.notices (user_id, created_at desc);
create index notices_unread_idx on public.notices (user_id) where read_at is null;
create index notices_actor_id_idx on public.notices (actor_id);
create index notices_project_id_idx on public.notices (project_id) where project_id is not null;
create index notices_step_id_idx on public.notices (step_id) where step_id is not null;
create index notices_answer_id_idx on public.notices (answer_id) where answer_id is not null;
create index notices_enquiry_id_idx on public.notices (enquiry_id) where enquiry_id is not null;
create index notices_message_id_idx on public.notices (message_id) where message_id is not null;
create index notices_client_note_id_idx on public.notices (client_note_id) where client_note_id is not null;
create index notices_project_note_id_idx on public.notices (project_note_id) where project_note_id is not null;

alter table public.notices enable row level security;
revoke all on public.notices from anon, authenticated, service_role;
grant select, insert, update, delete on public.notices to service_role;
grant select, update (read_at) on public.notices to authenticated;

create policy "people read what concerns them"
  on public.notices for select to authenticated
  using (user_id = (select private.my_id()) and (select private.is_staff()));

create policy "people say what they have read"
  on public.notices for update to authenticated
  using (user_id = (select private.my_id()) and (select private.is_staff()));

-- What is old goes when something new comes.
create function private.forget_old_notices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notices where user_id = new.user_id and created_at < now() - interval '90 days';
  return null;
end
$$;
revoke execute on function private.forget_old_notices from public;

create trigger forget_old
  after insert on public.notices for each row execute function private.forget_old_notices();

-- A project that somebody else gave them. What is taken from them again before they looked is told to nobody.
create function private.tell_assignee() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant uuid := case tg_op when 'UPDATE' then old.assigned_to end;
begin
  if new.assigned_to is not distinct from before or private.is_bringing_back() then
    return null;
  end if;
  delete from public.notices where project_id = new.id and user_id = before and read_at is null;
  if new.assigned_to is distinct from private.my_id() then
    insert into public.notices (user_id, actor_id, project_id)
    select new.assigned_to, private.my_id(), new.id where new.assigned_to is not null;
  end if;
  return null;
end
$$;
revoke execute on function private.tell_assignee from public;

create trigger tell_assignee
  after insert or update of assigned_to on public.projects
  for each row execute function private.tell_assignee();

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

-- A client's answer is told to the author of the update and to the person who has the project.
create function private.tell_of_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_bringing_back() then
    return null;
  end if;
  insert into public.notices (user_id, answer_id)
  select distinct person, new.id
  from public.project_updates
  join public.projects on projects.id = project_updates.project_id
  cross join unnest(array[project_updates.created_by, projects.assigned_to]) as person
  where project_updates.id = new.update_id and private.is_staff_of(person, projects.agency_id);
  return null;
end
$$;
revoke execute on function private.tell_of_answer from public;

create trigger tell_of_answer
  after insert on public.update_answers for each row execute function private.tell_of_answer();

-- Whether somebody was told today of an enquiry that was set aside.
create function private.has_set_aside_rung() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.contact_submissions
    join public.notices on notices.enquiry_id = contact_submissions.id
    where contact_submissions.suspicions <> '{}' and notices.created_at > now() - interval '1 day'
  )
$$;
revoke execute on function private.has_set_aside_rung from public;

-- An enquiry, to all who may take it; once one of them has, the others need not look. What is set aside rings once a day,
-- since robots send many.
create function private.tell_of_enquiry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.notices where enquiry_id = new.id and read_at is null and user_id is distinct from private.my_id();
    update public.notices set read_at = now() where enquiry_id = new.id and read_at is null;
  elsif not private.is_bringing_back() and not (new.is_set_aside and private.has_set_aside_rung()) then
    insert into public.notices (user_id, enquiry_id)
    select user_profiles.id, new.id from public.user_profiles
    where user_profiles.agency_id = private.website_agency_id()
      and private.is_staff_of(user_profiles.id, user_profiles.agency_id);
  end if;
  return null;
end
$$;
revoke execute on function private.tell_of_enquiry from public;

create trigger tell_of_enquiry
  after insert on public.contact_submissions for each row
  when (new.state = 'new')
  execute function private.tell_of_enquiry();
create trigger tell_of_enquiry_taken
  after update of state on public.contact_submissions for each row
  when (old.state = 'new' and new.state <> 'new')
  execute function private.tell_of_enquiry();

-- The staff of an agency whom a text mentions: by @ and a name as colleagues see it, or its first word where only one
-- person has that. Where "Ana Maria" stands, she is meant and not "Ana". Accents and the kind of blank or hyphen make
-- no difference (private/equivalent_letters.sql). An e-mail address mentions nobody.
create function private.mentioned_in(words text, agency uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with pieces as (
    select number, piece, lag(piece) over (order by number) as before
    from string_to_table(private.same_letters(words), '@') with ordinality as told (piece, number)
    where position('@' in words) > 0
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
revoke execute on function private.mentioned_in from public;

-- Everybody whom a text mentions is told once; `agency` reads the text, and the trigger's argument says which column of
-- a notice names the subject.
create function private.tell_mentioned(words text, before text, agency uuid, named name, subject uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_bringing_back() then
    return;
  end if;
  execute format(
    $sql$
    insert into public.notices (user_id, actor_id, %I)
    select person, private.my_id(), $4
    from (
      select person from private.mentioned_in($1, $3) as person
      except select person from private.mentioned_in($2, $3) as person
    ) as mentioned
    where person is distinct from private.my_id()
    $sql$, named
  ) using words, coalesce(before, ''), agency, subject;
end
$$;
revoke execute on function private.tell_mentioned from public;

create function private.tell_mentioned_in_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_mentioned(
    new.content, case tg_op when 'UPDATE' then old.content end, new.agency_id, 'message_id', new.id
  );
  return null;
end
$$;
revoke execute on function private.tell_mentioned_in_chat from public;

create trigger tell_mentioned
  after insert or update of content on public.chat_messages for each row
  when (position('@' in new.content) > 0)
  execute function private.tell_mentioned_in_chat();

create function private.tell_mentioned_in_note() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  note constant jsonb := to_jsonb(new);
  before constant text := case tg_op when 'UPDATE' then old.note_text end;
  agency uuid;
begin
  if tg_table_name = 'client_notes' then
    select agency_id into agency from public.clients where id = (note ->> 'client_id')::uuid;
    perform private.tell_mentioned(new.note_text, before, agency, 'client_note_id', new.id);
  else
    select agency_id into agency from public.projects where id = (note ->> 'project_id')::uuid;
    perform private.tell_mentioned(new.note_text, before, agency, 'project_note_id', new.id);
  end if;
  return null;
end
$$;
revoke execute on function private.tell_mentioned_in_note from public;

create trigger tell_mentioned
  after insert or update of note_text on public.client_notes for each row
  when (position('@' in new.note_text) > 0)
  execute function private.tell_mentioned_in_note();
create trigger tell_mentioned
  after insert or update of note_text on public.project_notes for each row
  when (position('@' in new.note_text) > 0)
  execute function private.tell_mentioned_in_note();

-- Until when, and up to which number, somebody has read their agency's chat.
create table private.chat_reads (
  user_id uuid primary key references public.user_profiles (id) on delete cascade,
  read_at timestamptz not null default now(),
  up_to   bigint not null default 0
);
revoke all on private.chat_reads from public, anon, authenticated, service_role;

-- The time at which the caller last read the chat; for a caller who never has, the time at which they joined.
create function public.messages_read_until() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select coalesce(chat_reads.read_at, user_profiles.created_at)
  from public.user_profiles left join private.chat_reads on chat_reads.user_id = user_profiles.id
  where user_profiles.id = private.my_id() and private.my_agency_id() is not null
$$;
revoke execute on function public.messages_read_until from public, anon;
grant execute on function public.messages_read_until to authenticated, service_role;

-- Marks messages as read up to `last_seen`, so that those which arrive meanwhile stay unread; without it, all there
-- are.
create function public.mark_messages_read(last_seen bigint default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  room constant uuid := private.my_agency_id();
  latest constant bigint := coalesce(
    (select last_number from private.chat_rooms where agency_id = room and room_id = 'general'), 0
  );
begin
  if room is null then
    raise exception 'Only the staff of an agency has a chat.' using errcode = '42501';
  end if;
  insert into private.chat_reads (user_id, read_at, up_to)
  values (private.my_id(), clock_timestamp(), least(last_seen, latest))
  on conflict (user_id) do update
    set read_at = excluded.read_at, up_to = greatest(chat_reads.up_to, excluded.up_to);
end
$$;
revoke execute on function public.mark_messages_read from public, anon;
grant execute on function public.mark_messages_read to authenticated, service_role;

-- Up to which message each of the caller's agency has read its chat.
create function public.chat_reads() returns table (user_id uuid, display_name text, up_to bigint)
language sql stable security definer set search_path = '' as $$
  select user_profiles.id, user_profiles.display_name, chat_reads.up_to
  from private.chat_reads join public.user_profiles on user_profiles.id = chat_reads.user_id
  where user_profiles.agency_id = (select private.my_agency_id())
$$;
revoke execute on function public.chat_reads from public, anon;
grant execute on function public.chat_reads to authenticated, service_role;

-- How much of the chat, and of what concerns them, the caller has not read; a hundred stands for all that is more. What was
-- said before somebody came is not news to them.
create function public.my_unread() returns table (messages integer, notices integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := private.my_id();
  room constant uuid := private.my_agency_id();
  since timestamptz;
begin
  select coalesce(chat_reads.read_at, user_profiles.created_at) into since
  from public.user_profiles left join private.chat_reads on chat_reads.user_id = user_profiles.id
  where user_profiles.id = me;
  return query
  select
    (
      select count(*)::integer from (
        select from public.chat_messages
        where agency_id = room and room_id = 'general' and created_at > since and sender_id is distinct from me
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
revoke execute on function public.my_unread from public, anon;
grant execute on function public.my_unread to authenticated, service_role;

-- A person who leaves an agency loses the notices about it.
create function private.leave_notices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notices where user_id = new.id;
  delete from private.chat_reads where user_id = new.id;
  return null;
end
$$;
revoke execute on function private.leave_notices from public;

create trigger leave_notices
  after update of agency_id on public.user_profiles for each row
  when (old.agency_id is distinct from new.agency_id)
  execute function private.leave_notices();

-- Who wants a mail about what they have not read, and has something that has lain there for an hour; no more than one a day.
create function public.notice_digests_to_send() returns table (person uuid)
language sql stable set search_path = '' as $$
  select user_profiles.id from public.user_profiles
  where wants_digest and deactivated_at is null
    and (digested_at is null or digested_at < now() - interval '1 day')
    and exists (
      select from public.notices
      where user_id = user_profiles.id and read_at is null
        and created_at < now() - interval '1 hour' and created_at > coalesce(digested_at, '-infinity')
    )
$$;
revoke execute on function public.notice_digests_to_send from public, anon, authenticated;
grant execute on function public.notice_digests_to_send to service_role;

alter publication supabase_realtime add table public.notices;
alter publication supabase_realtime add table public.chat_messages;
