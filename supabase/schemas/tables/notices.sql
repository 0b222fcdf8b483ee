-- What concerns somebody: a project or a step was assigned to them, a client answered or did not answer by the day asked for, an
-- enquiry waits, a client asks for something or hands over a password, a colleague mentioned them. The bell lists it, newest first, for ninety days. What happened is the row that it names, of which there is one; who may not see
-- that row any more sees nothing of it here either.
create table public.notices (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null references public.user_profiles (id) on delete cascade,
  -- The person who caused it; null for clients and visitors.
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
  -- A review of theirs that was not answered by the day asked for.
  update_id       uuid references public.project_updates (id) on delete cascade,
  request_id      uuid references public.client_requests (id) on delete cascade,
  secret_id       uuid references public.client_secrets (id) on delete cascade,
  -- A call of theirs that is about to be.
  call_id         uuid references public.calls (id) on delete cascade,
  constraint notices_about_one_thing check (
    num_nonnulls(project_id, step_id, answer_id, enquiry_id, message_id, client_note_id, project_note_id, update_id,
                 request_id, secret_id, call_id) = 1
  )
);
create index notices_user_id_idx on public.notices (user_id, created_at desc);
create index notices_unread_idx on public.notices (user_id) where read_at is null;
create index notices_actor_id_idx on public.notices (actor_id);
create index notices_project_id_idx on public.notices (project_id) where project_id is not null;
create index notices_step_id_idx on public.notices (step_id) where step_id is not null;
-- Several servers may tell of the same review, and one of them does.
create unique index notices_update_id_idx on public.notices (update_id, user_id) where update_id is not null;
create index notices_answer_id_idx on public.notices (answer_id) where answer_id is not null;
create index notices_enquiry_id_idx on public.notices (enquiry_id) where enquiry_id is not null;
create index notices_request_id_idx on public.notices (request_id) where request_id is not null;
create index notices_secret_id_idx on public.notices (secret_id) where secret_id is not null;
-- Several servers may remind of the same call, and one of them does.
create unique index notices_call_id_idx on public.notices (call_id, user_id) where call_id is not null;
create index notices_message_id_idx on public.notices (message_id) where message_id is not null;
create index notices_client_note_id_idx on public.notices (client_note_id) where client_note_id is not null;
create index notices_project_note_id_idx on public.notices (project_note_id) where project_note_id is not null;

alter table public.notices enable row level security;
revoke all on public.notices from anon, authenticated, service_role;
grant select, insert, update, delete on public.notices to service_role;
grant select, update (read_at) on public.notices to authenticated;

-- The agency whose staff may read what a notice is about. Enquiries, and the calls about them alone, are those of the agency that
-- answers the website.
create function private.agency_of_notice(notice public.notices) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when notice.project_id is not null then (select agency_id from public.projects where id = notice.project_id)
    when notice.step_id is not null then (select agency_id from public.project_steps where id = notice.step_id)
    when notice.answer_id is not null then (
      select agency_id from public.project_updates
      where id = (select update_id from public.update_answers where id = notice.answer_id)
    )
    when notice.update_id is not null then (select agency_id from public.project_updates where id = notice.update_id)
    when notice.enquiry_id is not null then private.website_agency_id()
    when notice.message_id is not null then (select agency_id from public.chat_messages where id = notice.message_id)
    when notice.client_note_id is not null then (
      select agency_id from public.clients
      where id = (select client_id from public.client_notes where id = notice.client_note_id)
    )
    when notice.project_note_id is not null then (
      select agency_id from public.projects
      where id = (select project_id from public.project_notes where id = notice.project_note_id)
    )
    when notice.request_id is not null then (select agency_id from public.client_requests where id = notice.request_id)
    when notice.secret_id is not null then (select agency_id from public.client_secrets where id = notice.secret_id)
    when notice.call_id is not null then (
      select case when client_id is null then private.website_agency_id() else agency_id end
      from public.calls where id = notice.call_id
    )
  end;
end
$$;
revoke execute on function private.agency_of_notice from public;

-- Whether a person may see their notice, in the bell, by mail and on their devices: while they are on the staff of the agency that
-- it is about. Super admins see those of all agencies, except for messages and secrets.
create function private.sees_notice(notice public.notices) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_staff_of(notice.user_id, private.agency_of_notice(notice))
    or num_nonnulls(notice.message_id, notice.secret_id) = 0
       and exists (select from public.user_roles where user_id = notice.user_id and role = 'super_admin');
end
$$;
revoke execute on function private.sees_notice from public;
grant execute on function private.sees_notice to authenticated, service_role;

create policy "people read what concerns them"
  on public.notices for select to authenticated
  using (user_id = (select private.my_id()) and private.sees_notice(notices));

create policy "people say what they have read"
  on public.notices for update to authenticated
  using (user_id = (select private.my_id()) and private.sees_notice(notices));

-- Deletes a person's old notices when a new one arrives.
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

-- Notifies the new assignee of a project, unless they assigned it themselves. Removes the unread notice of the previous
-- assignee.
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

-- Notifies the new assignee of an open step, unless they assigned it themselves.
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

-- Notifies the author of an update and the project's assignee of a client's answer, and removes the unread notice that it is late.
create function private.tell_of_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_bringing_back() then
    return null;
  end if;
  delete from public.notices where update_id = new.update_id and read_at is null;
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

-- Notifies the people concerned of a client's mail: who looks after the client, the author of the update that it answers and the
-- project's assignee; else those to whom the client's open projects are assigned; else all staff of the agency.
create function private.tell_of_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_bringing_back() then
    return null;
  end if;
  insert into public.notices (user_id, client_note_id)
  with concerned as (
    select clients.looked_after_by as person, 1 as place from public.clients where clients.id = new.client_id
    union all
    select person, 1
    from public.project_updates
    join public.projects on projects.id = project_updates.project_id
    cross join unnest(array[project_updates.created_by, projects.assigned_to]) as person
    where project_updates.id = new.update_id
    union all
    select projects.assigned_to, 2
    from public.projects
    where projects.client_id = new.client_id and projects.status not in ('completed', 'cancelled')
    union all
    select user_profiles.id, 3
    from public.clients join public.user_profiles on user_profiles.agency_id = clients.agency_id
    where clients.id = new.client_id
  ),
  known as (
    select concerned.person, rank() over (order by concerned.place) as place
    from concerned
    join public.clients on clients.id = new.client_id
    where private.is_staff_of(concerned.person, clients.agency_id)
  )
  select distinct known.person, new.id from known where known.place = 1;
  return null;
end
$$;
revoke execute on function private.tell_of_mail from public;

create trigger tell_of_mail
  after insert on public.client_notes for each row
  when (new.sender_email is not null)
  execute function private.tell_of_mail();

-- Reviews whose day has passed without an answer, of which the writer was not told yet.
create function private.late_reviews_to_tell() returns table (update_id uuid, writer uuid)
language sql stable security definer set search_path = '' as $$
  select waiting.update_id, waiting.writer
  from private.waiting_reviews() as waiting
  where waiting.reminder = 'after'
    and private.is_staff_of(waiting.writer, waiting.agency)
    and not exists (
      select from public.notices where notices.update_id = waiting.update_id and notices.user_id = waiting.writer
    )
$$;
revoke execute on function private.late_reviews_to_tell from public;
grant execute on function private.late_reviews_to_tell to service_role;

-- Another day is another promise: the writer is told again when it passes.
create function private.forget_late_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notices where update_id = new.id;
  return null;
end
$$;
revoke execute on function private.forget_late_review from public;

create trigger forget_late_review
  after update of answer_by on public.project_updates for each row
  when (old.answer_by is distinct from new.answer_by)
  execute function private.forget_late_review();

-- Whether a notice about an enquiry that was set aside was already sent today.
create function private.has_set_aside_rung() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.contact_submissions
    join public.notices on notices.enquiry_id = contact_submissions.id
    where contact_submissions.suspicions <> '{}' and notices.created_at > now() - interval '1 day'
  )
$$;
revoke execute on function private.has_set_aside_rung from public;

-- Notifies everybody who may handle an enquiry; once a person takes it, the other notices count as read. Enquiries that
-- are set aside cause one notice a day, because robots send many.
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

-- Who is told of what a client asks for: the person who looks after the client, else those to whom its open projects are
-- assigned.
create function private.told_of_requests(client uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with staff as (
    select looked_after_by as person from public.clients where id = client and private.is_staff_of(looked_after_by, agency_id)
  )
  select person from staff
  union
  select assigned_to from public.projects
  where client_id = client and status not in ('completed', 'cancelled')
    and private.is_staff_of(assigned_to, agency_id) and not exists (select from staff)
$$;
revoke execute on function private.told_of_requests from public;

-- Tells them of a request. Once somebody takes it or closes it, the unread notices are removed.
create function private.tell_of_request() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.notices where request_id = new.id and read_at is null;
  elsif not private.is_bringing_back() then
    insert into public.notices (user_id, request_id) select person, new.id from private.told_of_requests(new.client_id) as person;
  end if;
  return null;
end
$$;
revoke execute on function private.tell_of_request from public;

create trigger tell_of_request
  after insert on public.client_requests for each row execute function private.tell_of_request();
create trigger tell_of_request_taken
  after update of status on public.client_requests for each row
  when (old.status = 'received' and new.status <> 'received')
  execute function private.tell_of_request();

-- Tells the person who asked for it of what a client handed over; if they left, those who are told of what the client asks for.
-- Once it is opened or has expired, the unread notices are removed.
create function private.tell_of_secret() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.sealed is null then
    delete from public.notices where secret_id = new.id and read_at is null;
  else
    insert into public.notices (user_id, secret_id)
    select new.asked_by, new.id where private.is_staff_of(new.asked_by, new.agency_id)
    union
    select person, new.id from private.told_of_requests(new.client_id) as person
    where not coalesce(private.is_staff_of(new.asked_by, new.agency_id), false);
  end if;
  return null;
end
$$;
revoke execute on function private.tell_of_secret from public;

create trigger tell_of_secret
  after update of sealed on public.client_secrets for each row
  when (old.sealed is distinct from new.sealed)
  execute function private.tell_of_secret();

-- Calls that are about to be, of which the person who calls was not told yet.
create function private.due_call_notices() returns table (call uuid, person uuid)
language sql stable security definer set search_path = '' as $$
  select calls.id, calls.staff_id
  from public.calls
  where calls.state = 'planned' and calls.remind_at <= now() and calls.starts_at > now()
    and private.is_staff_of(calls.staff_id, calls.agency_id)
    and not exists (
      select from public.notices where notices.call_id = calls.id and notices.user_id = calls.staff_id
    )
$$;
revoke execute on function private.due_call_notices from public;
grant execute on function private.due_call_notices to service_role;

-- A call that is moved, cancelled or given to somebody else is told of again when it is due.
create function private.forget_call_notice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notices where call_id = new.id;
  return null;
end
$$;
revoke execute on function private.forget_call_notice from public;

create trigger forget_notice
  after update of starts_at, state, staff_id on public.calls for each row
  when ((old.starts_at, old.state, old.staff_id) is distinct from (new.starts_at, new.state, new.staff_id))
  execute function private.forget_call_notice();

-- Whether a text has an @, also as the wide or the small letter of Japanese and Chinese keyboards.
create function private.has_at(words text) returns boolean
language sql immutable parallel safe
return words ~ '[@＠﹫]';
revoke execute on function private.has_at from public;
grant execute on function private.has_at to authenticated, service_role;

-- The staff of an agency whom a text mentions: by @ and the name that colleagues see, or by its first word if only one
-- person has it. "@Ana Maria" means Ana Maria and not Ana. Accents and kinds of spaces and hyphens are ignored
-- (private/equivalent_letters.sql). An email address is no mention.
create function private.mentioned_in(words text, agency uuid) returns setof uuid
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
revoke execute on function private.mentioned_in from public;

-- Notifies each mentioned person once, also when a later edit mentions them again. The earlier text counts too, because old notices
-- are deleted. `agency` reads the text, and `named` is the notice's column for the subject.
create function private.tell_mentioned(words text, before text, agency uuid, named name, subject uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_bringing_back() then
    return;
  end if;
  execute format(
    $sql$
    insert into public.notices (user_id, actor_id, %1$I)
    select person, private.my_id(), $4
    from (
      select person from private.mentioned_in($1, $3) as person
      except select person from private.mentioned_in($2, $3) as person
    ) as mentioned
    where person is distinct from private.my_id()
      and not exists (select from public.notices where notices.user_id = person and notices.%1$I = $4)
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
  when (private.has_at(new.content))
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
  -- An @ in a mail mentions no colleague.
  when (private.has_at(new.note_text) and new.sender_email is null)
  execute function private.tell_mentioned_in_note();
create trigger tell_mentioned
  after insert or update of note_text on public.project_notes for each row
  when (private.has_at(new.note_text))
  execute function private.tell_mentioned_in_note();

-- The time and the message number up to which each person has read their agency's chat.
create table private.chat_reads (
  user_id uuid primary key references public.user_profiles (id) on delete cascade,
  read_at timestamptz not null default now(),
  up_to   bigint not null default 0
);
revoke all on private.chat_reads from public, anon, authenticated, service_role;

-- The time up to which the caller has read the chat; for a caller who never has, the time at which they joined.
create function public.messages_read_until() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select coalesce(chat_reads.read_at, user_profiles.created_at)
  from public.user_profiles left join private.chat_reads on chat_reads.user_id = user_profiles.id
  where user_profiles.id = private.my_id() and private.my_agency_id() is not null
$$;
revoke execute on function public.messages_read_until from public, anon;
grant execute on function public.messages_read_until to authenticated, service_role;

-- Marks messages as read up to `last_seen`, so that later ones stay unread; without it, all of them. The time is that of the last
-- message seen, because a later one may be there that the caller has not got yet.
create function public.mark_messages_read(last_seen bigint default null) returns void
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
revoke execute on function public.mark_messages_read from public, anon;
grant execute on function public.mark_messages_read to authenticated, service_role;

-- The message up to which each colleague has read the chat.
create function public.chat_reads() returns table (user_id uuid, display_name text, up_to bigint)
language sql stable security definer set search_path = '' as $$
  select user_profiles.id, user_profiles.display_name, chat_reads.up_to
  from private.chat_reads join public.user_profiles on user_profiles.id = chat_reads.user_id
  where user_profiles.agency_id = (select private.my_agency_id())
$$;
revoke execute on function public.chat_reads from public, anon;
grant execute on function public.chat_reads to authenticated, service_role;

-- The caller's unread chat messages and notices; 100 stands for any larger number. Messages from before a person joined
-- do not count.
create function public.my_unread() returns table (messages integer, notices integer)
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
        select from public.notices as notice
        where notice.user_id = me and notice.read_at is null and private.sees_notice(notice)
        limit 100
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

-- What the next daily mail to a person contains: the unread notices since the last one.
create function public.notices_to_mail(person uuid) returns table (id uuid, created_at timestamptz)
language sql stable set search_path = '' as $$
  select notices.id, notices.created_at
  from public.user_profiles
  join public.notices on notices.user_id = user_profiles.id
  where user_profiles.id = person and notices.read_at is null
    and notices.created_at > coalesce(user_profiles.digested_at, '-infinity')
    and private.sees_notice(notices)
$$;
revoke execute on function public.notices_to_mail from public, anon, authenticated;
grant execute on function public.notices_to_mail to service_role;

-- People who want a mail about unread notices and have one that is an hour old; at most one mail a day.
create function public.notice_digests_to_send() returns table (person uuid)
language sql stable set search_path = '' as $$
  select user_profiles.id from public.user_profiles
  where wants_digest and deactivated_at is null
    and (digested_at is null or digested_at < now() - interval '1 day')
    and exists (
      select from public.notices_to_mail(user_profiles.id) as notice where notice.created_at < now() - interval '1 hour'
    )
$$;
revoke execute on function public.notice_digests_to_send from public, anon, authenticated;
grant execute on function public.notice_digests_to_send to service_role;

alter publication supabase_realtime add table public.notices;
alter publication supabase_realtime add table public.chat_messages;
