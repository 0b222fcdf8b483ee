-- answers to reviews by a day

-- The day by which the client is asked to answer a review; client_mails.sql says which reminders follow from it.
alter table public.project_updates add column answer_by date;

revoke all on public.project_updates from anon, authenticated, service_role;

grant select, insert, update, delete on public.project_updates to service_role;

grant select, delete on public.project_updates to authenticated;

grant insert (project_id, created_by, title, content, update_type, visibility, is_milestone, counts_as_content_update,
              answer_by),
      update (title, content, update_type, visibility, is_milestone, counts_as_content_update, answer_by)
  on public.project_updates to authenticated;

alter table public.project_updates add constraint project_updates_answer_by_of_reviews CHECK (((answer_by IS NULL) OR (update_type = 'review'::text)));

create index project_updates_answer_by_idx on public.project_updates (answer_by) where answer_by is not null;

-- How far each update has come that the client may see: whether their page was opened since, and what they answered.
create or replace view public.update_reach with (security_invoker = true) as
  select
    project_updates.id as update_id, project_updates.title, project_updates.update_type, project_updates.shown_at,
    project_updates.project_id, projects.name as project_name, projects.client_id, clients.name as client_name,
    openings.times_opened, openings.first_opened_at, openings.last_opened_at, update_answers.answer,
    project_updates.answer_by
  from public.project_updates
  join public.projects on projects.id = project_updates.project_id
  join public.clients on clients.id = projects.client_id
  left join public.update_answers on update_answers.update_id = project_updates.id
  cross join lateral (
    select
      count(*)::integer as times_opened,
      min(client_link_openings.opened_at) as first_opened_at,
      max(client_link_openings.opened_at) as last_opened_at
    from public.client_links
    join public.client_link_openings on client_link_openings.link_id = client_links.id
    where client_links.client_id = projects.client_id and client_link_openings.opened_at >= project_updates.shown_at
  ) as openings
  where project_updates.visibility = 'client';

-- Reminders of a review are added by the server (public.follow_up_reviews): one before and one after the day of the answer.
alter table public.client_mails add column reminder text check (reminder in ('before', 'after'));

-- Several servers may add the same reminder, and one of them does.
create unique index client_mails_reminder_idx on public.client_mails (update_id, reminder) where reminder is not null;

-- Nobody's mailbox is filled from here, by a mistake or on purpose.
create or replace function private.limit_client_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.client_mails where update_id = new.update_id and reminder is null) >= 20 then
    raise sqlstate 'PT429' using message = 'This update was mailed twenty times already.';
  end if;
  return new;
end
$$;

drop trigger limit_mails on public.client_mails;

create trigger limit_mails
  before insert on public.client_mails for each row
  when (new.reminder is null)
  execute function private.limit_client_mails();

-- Reviews that wait for an answer by a day which is near or over, with the reminder that fits today. An agency has no time zone:
-- days are those of UTC, as on the client's page. A day that passed more than a week ago, while the project was on hold or the
-- server was off, is not brought up again.
create function private.waiting_reviews() returns table (update_id uuid, reminder text, writer uuid, agency uuid)
language sql stable set search_path = '' as $$
  select
    project_updates.id, case when project_updates.answer_by < today then 'after' else 'before' end,
    project_updates.created_by, projects.agency_id
  from (select (now() at time zone 'UTC')::date) as clock (today)
  join public.project_updates on project_updates.answer_by between today - 7 and today + 2
  join public.projects on projects.id = project_updates.project_id
  where project_updates.update_type = 'review'
    and project_updates.visibility = 'client'
    and projects.status not in ('on_hold', 'cancelled', 'completed')
    and not exists (select from public.update_answers where update_answers.update_id = project_updates.id)
$$;

revoke execute on function private.waiting_reviews from public;

grant execute on function private.waiting_reviews to service_role;

-- Reminders that are due, each to the address to which the review was mailed last, a day or more after that mail.
create function private.due_review_reminders() returns table (update_id uuid, reminder text, recipient text)
language sql stable security definer set search_path = '' as $$
  select waiting.update_id, waiting.reminder, latest.recipient
  from private.waiting_reviews() as waiting
  cross join lateral (
    select client_mails.recipient, client_mails.mailed_at
    from public.client_mails
    where client_mails.update_id = waiting.update_id
      and (client_mails.reminder is null or client_mails.mailed_at is not null)
    order by client_mails.mailed_at desc nulls first
    limit 1
  ) as latest
  where latest.mailed_at <= now() - interval '24 hours'
    and private.can_be_mailed(latest.recipient)
    and not exists (
      select from public.client_mails
      where client_mails.update_id = waiting.update_id
        and client_mails.reminder = waiting.reminder
        and client_mails.mailed_at is not null
    )
$$;

revoke execute on function private.due_review_reminders from public;

grant execute on function private.due_review_reminders to service_role;

-- Mails that wait, of updates that the client still sees. A reminder goes only while it is due.
create or replace function public.client_mails_to_send() returns table (mail uuid, created_at timestamptz)
language sql stable set search_path = '' as $$
  select client_mails.id, client_mails.created_at from public.client_mails
  join public.project_updates on project_updates.id = client_mails.update_id
  where client_mails.mailed_at is null
    and project_updates.visibility = 'client'
    and (client_mails.mailing_until is null or client_mails.mailing_until < now())
    and (
      client_mails.reminder is null
      or (client_mails.update_id, client_mails.reminder) in (
        select due.update_id, due.reminder from private.due_review_reminders() as due
      )
    )
$$;

-- A review of theirs that was not answered by the day asked for.
alter table public.notices add column update_id uuid references public.project_updates (id) on delete cascade;

alter table public.notices drop constraint notices_about_one_thing;

alter table public.notices add constraint notices_about_one_thing CHECK ((num_nonnulls(project_id, step_id, answer_id, enquiry_id, message_id, client_note_id, project_note_id, update_id) = 1));

-- Several servers may tell of the same review, and one of them does.
create unique index notices_update_id_idx on public.notices (update_id, user_id) where update_id is not null;

-- A client's answer is told to the author of the update and to the person who has the project. Nobody needs to hear any more that
-- it is late.
create or replace function private.tell_of_answer() returns trigger
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

-- The page of a link: `page` 1 has the newest fifty updates. Null where there is none. Opening it counts, if it `counts`.
create or replace function public.open_client_page(token_hash text, page integer default 1, counts boolean default true)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.client_links := private.valid_client_link(token_hash);
  at_a_time constant integer := 50;
begin
  if link.id is null then
    return null;
  end if;
  if counts and not exists (
    select from public.client_link_openings
    where link_id = link.id and opened_at > now() - interval '10 minutes'
  ) then
    insert into public.client_link_openings (link_id) values (link.id);
  end if;
  return (
    with shown as (
      select
        project_updates.*, projects.name as project_name,
        row_number() over (order by project_updates.created_at desc, project_updates.id) as place
      from public.project_updates
      join public.projects on projects.id = project_updates.project_id
      where projects.client_id = link.client_id and project_updates.visibility = 'client'
    )
    select jsonb_build_object(
      'client', clients.name,
      'agency', jsonb_build_object(
        'name', agencies.name, 'logo_url', agencies.logo_url, 'email', agencies.email, 'phone', agencies.phone,
        'website_url', agencies.website_url),
      'expires_at', link.expires_at,
      -- The plan of the month, where the agency shows it: what it is called, what it was before in this month, and how much
      -- counted.
      'plan', (
        select jsonb_build_object('plans', this_month.plans, 'counted', this_month.counted)
        from public.plan_months(clients.id) as this_month
        where agencies.show_clients_their_plan and clients.plan is not null and cardinality(this_month.plans) > 0
        order by this_month.month desc limit 1
      ),
      'projects', coalesce((
        select jsonb_agg(jsonb_build_object('name', projects.name, 'status', projects.status)
                         order by projects.created_at desc, projects.id)
        from public.projects where projects.client_id = clients.id
      ), '[]'),
      'milestones', coalesce((
        select jsonb_agg(jsonb_build_object('title', milestones.title, 'at', milestones.created_at)
                         order by milestones.created_at)
        from (
          select * from shown where is_milestone or update_type = 'milestone' order by created_at desc limit 12
        ) as milestones
      ), '[]'),
      'count', (select count(*) from shown),
      'page', page,
      'pages', greatest(1, (select ceil(count(*)::numeric / at_a_time) from shown))::integer,
      'updates', coalesce((
        select jsonb_agg(jsonb_build_object(
          'ref', private.name_within_link(token_hash, shown.id),
          'project', shown.project_name,
          'title', shown.title,
          'content', shown.content,
          'type', shown.update_type,
          'is_milestone', shown.is_milestone,
          'at', shown.created_at,
          'edited_at', shown.edited_at,
          'answer_by', shown.answer_by,
          'files', coalesce((
            select jsonb_agg(jsonb_build_object(
              'ref', private.name_within_link(token_hash, attachments.id),
              'name', attachments.file_name, 'type', attachments.file_type, 'size', attachments.file_size
            ) order by attachments.created_at, attachments.id)
            from public.client_update_attachments as attachments where attachments.update_id = shown.id
          ), '[]'),
          'answer', (
            select jsonb_build_object(
              'answer', update_answers.answer, 'comment', update_answers.comment, 'name', update_answers.name,
              'at', update_answers.created_at)
            from public.update_answers where update_answers.update_id = shown.id
          )
        ) order by shown.place)
        from shown where shown.place > (page - 1) * at_a_time and shown.place <= page * at_a_time
      ), '[]')
    )
    from public.clients
    join public.agencies on agencies.id = clients.agency_id
    where clients.id = link.client_id
  );
end
$$;

-- Adds what the days of reviews bring: reminders to be mailed to clients, and notices for the writers. Calling it again, or from
-- several servers at once, adds nothing twice.
create function public.follow_up_reviews() returns void
language sql security definer set search_path = '' as $$
  insert into public.client_mails (update_id, recipient, reminder)
  select due.update_id, due.recipient, due.reminder from private.due_review_reminders() as due
  on conflict do nothing;
  insert into public.notices (user_id, update_id)
  select late.writer, late.update_id from private.late_reviews_to_tell() as late
  on conflict do nothing;
$$;

revoke execute on function public.follow_up_reviews from public, anon, authenticated;

grant execute on function public.follow_up_reviews to service_role;

-- Whether a mail is due that no request sends. Somebody who has just written an enquiry or an update is about to have
-- it mailed, so that a recent one does not count.
create or replace function public.has_due_mails() returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.contact_submissions
    where notified_at is null and created_at < now() - interval '30 seconds'
  ) or exists (select from public.enquiries_to_remind_of())
  or exists (select from public.client_mails_to_send() where created_at < now() - interval '30 seconds')
  or exists (select from private.due_review_reminders())
  or exists (select from private.late_reviews_to_tell())
  or exists (select from public.client_digests_to_send())
  or exists (select from public.notice_digests_to_send())
  or exists (select from public.due_address_mails())
$$;
