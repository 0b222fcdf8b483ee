-- months of clients

insert into public.role_permissions (role, position, subject, covers, actions, scope)
select unnest(roles), 29, 'Months of clients', '{client_months}', '{read, add, change}', scope
from (values
  ('{agency_staff, agency_admin, admin}'::text[], 'own agency'),
  ('{super_admin}', 'every agency')
) as permission (roles, scope);

-- The first month that the client is mailed by itself; null if people send each one.
alter table public.clients add column months_from date check (extract(day from months_from) = 1);

revoke all on public.clients from anon, authenticated, service_role;

grant select, insert, update, delete on public.clients to service_role;

grant select, delete on public.clients to authenticated;

grant insert (agency_id, name, company_name, email, phone, website_url, industry, prospect_status, plan, plan_since,
              looked_after_by, next_contact_on, next_contact_note, main_person_role, main_person_note),
      update (agency_id, name, company_name, email, phone, website_url, industry, prospect_status, wants_digest, plan,
              plan_since, looked_after_by, next_contact_on, next_contact_note, main_person_role, main_person_note,
              months_from)
  on public.clients to authenticated;

create index clients_months_from_idx on public.clients (months_from) where months_from is not null;

-- The months of clients: what the agency writes about a month, and what the client was mailed of it. A month in which nobody
-- wrote anything and that was not mailed has no row; its page follows from the updates alone.
-- Whether these are the numbers of a month: at most six with different names, each with at most two decimals.
create function private.are_month_numbers(numbers jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  number jsonb;
  names text[] := '{}';
begin
  if jsonb_typeof(numbers) <> 'array' or jsonb_array_length(numbers) > 6 then
    return false;
  end if;
  for number in select * from jsonb_array_elements(numbers) loop
    if jsonb_typeof(number) <> 'object'
       or jsonb_typeof(number -> 'name') is distinct from 'string'
       or jsonb_typeof(number -> 'value') is distinct from 'number'
       or number - 'name' - 'value' <> '{}'
       or number ->> 'name' !~ '\S' or length(number ->> 'name') > 60
       or abs((number ->> 'value')::numeric) >= 1e12
       or scale(trim_scale((number ->> 'value')::numeric)) > 2
       or private.same_letters(number ->> 'name') = any (names) then
      return false;
    end if;
    names := names || private.same_letters(number ->> 'name');
  end loop;
  return true;
end
$$;

revoke execute on function private.are_month_numbers from public;

grant execute on function private.are_month_numbers to authenticated, service_role;

create table public.client_months (
  id            uuid primary key default gen_random_uuid(),
  client_id     uuid not null references public.clients (id) on delete cascade,
  -- Its first day.
  month         date not null check (extract(day from month) = 1 and extract(year from month) between 2000 and 2999),
  words         text check (words ~ '\S' and length(words) <= 2000),
  what_next     text check (what_next ~ '\S' and length(what_next) <= 1000),
  -- Up to six: [{"name": "Calls from Google", "value": 42}].
  numbers       jsonb not null default '[]' check (private.are_month_numbers(numbers)),
  -- Whether the agency has decided not to mail it.
  is_left_out   boolean not null default false,
  created_at    timestamptz not null default now(),
  -- The time of the last change of what people wrote.
  updated_at    timestamptz not null default now(),
  -- When and by whom it was to be mailed last, and to whom. Nobody asked for a month that was mailed by itself. The database
  -- sets these columns and all that follow.
  requested_at  timestamptz,
  requested_by  uuid references public.user_profiles (id) on delete set null,
  recipient     text,
  -- The time at which the mail queue accepted the mail.
  mailed_at     timestamptz,
  -- The end of a claim to mail it; after that another process may take it over.
  mailing_until timestamptz,
  -- What the page showed when it was mailed, with the ids of the updates.
  as_mailed     jsonb,
  unique (client_id, month)
);

alter table public.client_months enable row level security;

revoke all on public.client_months from anon, authenticated, service_role;

grant select, insert, update, delete on public.client_months to service_role;

grant select,
      insert (client_id, month, words, what_next, numbers, is_left_out),
      update (words, what_next, numbers, is_left_out)
  on public.client_months to authenticated;

create index client_months_requested_by_idx on public.client_months (requested_by);

create index client_months_waiting_idx on public.client_months (requested_at)
  where mailed_at is null or mailed_at < requested_at;

create policy "people who see a client read its months"
  on public.client_months for select to authenticated
  using (exists (select from public.clients where clients.id = client_months.client_id));

create policy "people who see a client write about its months"
  on public.client_months for insert to authenticated
  with check (
    (select private.may_write())
    and exists (select from public.clients where clients.id = client_months.client_id)
  );

create policy "people who see a client change what was written about its months"
  on public.client_months for update to authenticated
  using (
    (select private.may_write())
    and exists (select from public.clients where clients.id = client_months.client_id)
  );

-- To mail a month, or to leave it out, is no change that a colleague's open form must hear of.
create trigger touch_updated_at
  before update on public.client_months for each row
  when ((old.words, old.what_next, old.numbers) is distinct from (new.words, new.what_next, new.numbers))
  execute function private.touch_updated_at();

-- The page of a client's month: what it shows, and how it is mailed. Months begin at midnight UTC, as those of plans do.
create function private.current_month() returns date
language sql stable set search_path = ''
return date_trunc('month', now() at time zone 'UTC')::date;

revoke execute on function private.current_month from public;

grant execute on function private.current_month to authenticated, service_role;

-- The moments between which a month lies.
create function private.span_of_month(month date) returns tstzrange
language sql immutable set search_path = ''
return tstzrange(month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');

revoke execute on function private.span_of_month from public;

grant execute on function private.span_of_month to authenticated, service_role;

-- The updates of a month that the client may see, as far as the caller sees them.
create function private.updates_of_month(client uuid, month date)
returns table (id uuid, project_id uuid, project text, title text, type text, is_milestone boolean, at timestamptz)
language sql stable set search_path = '' as $$
  select
    project_updates.id, projects.id, projects.name, project_updates.title, project_updates.update_type,
    project_updates.is_milestone or project_updates.update_type = 'milestone', project_updates.created_at
  from public.projects
  join public.project_updates on project_updates.project_id = projects.id and project_updates.visibility = 'client'
  where projects.client_id = client
    and project_updates.created_at >= lower(private.span_of_month(month))
    and project_updates.created_at < upper(private.span_of_month(month))
$$;

revoke execute on function private.updates_of_month from public;

grant execute on function private.updates_of_month to authenticated, service_role;

-- What the client answered in a month to updates that it may see.
create function private.answers_of_month(client uuid, month date)
returns table (id uuid, project_id uuid, title text, answer text, name text, at timestamptz)
language sql stable set search_path = '' as $$
  select
    project_updates.id, projects.id, project_updates.title, update_answers.answer, update_answers.name,
    update_answers.created_at
  from public.projects
  join public.project_updates on project_updates.project_id = projects.id and project_updates.visibility = 'client'
  join public.update_answers on update_answers.update_id = project_updates.id
  where projects.client_id = client
    and update_answers.created_at >= lower(private.span_of_month(month))
    and update_answers.created_at < upper(private.span_of_month(month))
$$;

revoke execute on function private.answers_of_month from public;

grant execute on function private.answers_of_month to authenticated, service_role;

-- Numbers with their change since the number of the same name in the month before; null where there was none.
create function private.with_changes(numbers jsonb, client uuid, month date) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(number || jsonb_build_object('change', (
    select (number ->> 'value')::numeric - (earlier ->> 'value')::numeric
    from public.client_months
    cross join jsonb_array_elements(client_months.numbers) as earlier
    where client_months.client_id = client
      and client_months.month = (with_changes.month - interval '1 month')::date
      and private.same_letters(earlier ->> 'name') = private.same_letters(number ->> 'name')
  )) order by place), '[]')
  from jsonb_array_elements(numbers) with ordinality as listed (number, place)
$$;

revoke execute on function private.with_changes from public;

grant execute on function private.with_changes to authenticated, service_role;

-- The work of a month, as it stands now, with the ids of the updates. The lists are cut so that the page prints on two sheets; the
-- rest is counted. What comes next is known of this month and the one before it.
create function private.work_of_month(client uuid, month date) returns jsonb
language sql stable set search_path = '' as $$
  with shown as materialized (select * from private.updates_of_month(client, month)),
  answered as materialized (select * from private.answers_of_month(client, month))
  select jsonb_build_object(
    'more_delivered', (select greatest(0, count(*) - 20) from shown where not is_milestone),
    'delivered', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', id, 'project_id', project_id, 'project', project, 'title', title, 'type', type, 'at', at) order by at desc, id)
      from (select * from shown where not is_milestone order by at desc, id limit 20) as listed
    ), '[]'),
    'more_milestones', (select greatest(0, count(*) - 8) from shown where is_milestone),
    'milestones', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', id, 'project_id', project_id, 'project', project, 'title', title, 'at', at) order by at desc, id)
      from (select * from shown where is_milestone order by at desc, id limit 8) as listed
    ), '[]'),
    'more_answers', (select greatest(0, count(*) - 8) from answered),
    'answers', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', id, 'project_id', project_id, 'title', title, 'answer', answer, 'name', name, 'at', at) order by at desc, id)
      from (select * from answered order by at desc, id limit 8) as listed
    ), '[]'),
    'plan', (
      select jsonb_build_object('plans', this_month.plans, 'counted', this_month.counted)
      from public.clients
      join public.agencies on agencies.id = clients.agency_id and agencies.show_clients_their_plan
      cross join public.plan_months(clients.id) as this_month
      where clients.id = client and this_month.month = work_of_month.month and cardinality(this_month.plans) > 0
    ),
    'reviews', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', waiting.id, 'project_id', waiting.project_id, 'title', waiting.title, 'answer_by', waiting.answer_by)
        order by waiting.answer_by, waiting.created_at)
      from (
        select project_updates.* from public.projects
        join public.project_updates on project_updates.project_id = projects.id
        where projects.client_id = client and work_of_month.month >= private.current_month() - interval '1 month'
          and project_updates.visibility = 'client' and project_updates.update_type = 'review'
          and not exists (select from public.update_answers where update_answers.update_id = project_updates.id)
        order by project_updates.answer_by, project_updates.created_at limit 4
      ) as waiting
    ), '[]'),
    'projects', coalesce((
      select jsonb_agg(jsonb_build_object('name', going_on.name, 'status', going_on.status) order by going_on.created_at desc)
      from (
        select * from public.projects
        where projects.client_id = client and work_of_month.month >= private.current_month() - interval '1 month'
          and projects.status in ('planning', 'in_progress', 'review')
        order by projects.created_at desc limit 6
      ) as going_on
    ), '[]')
  )
$$;

revoke execute on function private.work_of_month from public;

grant execute on function private.work_of_month to authenticated, service_role;

-- The listed updates without their ids. Those that the client may not see any more are left out, also where they were mailed:
-- hidden, deleted, or moved to another client. An update that was deleted with its project stays as it was mailed. What was changed
-- since then has the time of that.
create function private.still_shown(listed jsonb, client uuid, mailed_at timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    item - 'id' - 'project_id'
      || case when project_updates.edited_at > mailed_at
           then jsonb_build_object('edited_at', project_updates.edited_at) else '{}' end
    order by place), '[]')
  from jsonb_array_elements(listed) with ordinality as items (item, place)
  left join public.projects on projects.id = (item ->> 'project_id')::uuid
  left join public.project_updates
    on project_updates.id = (item ->> 'id')::uuid and project_updates.project_id = projects.id
  where projects.id is null or projects.client_id = client and project_updates.visibility = 'client'
$$;

revoke execute on function private.still_shown from public;

grant execute on function private.still_shown to authenticated, service_role;

-- The content of a month's page, as far as the caller sees it: as it was mailed, and before that as it stands now. What people
-- wrote is always their latest version; "edited" names what is not as it was mailed. `numbers` are shown in place of the
-- stored ones, for a preview. Null if there is no such client.
create function public.client_month(client uuid, month date, numbers jsonb default null) returns jsonb
language sql stable set search_path = '' as $$
  select
    content || shown.lists || jsonb_build_object(
      'month', to_char(client_month.month, 'YYYY-MM'),
      'is_over', client_month.month < private.current_month(),
      'words', written.words,
      'what_next', written.what_next,
      'numbers', case
        when client_month.numbers is null and written.as_mailed -> 'written' -> 'numbers' = written.numbers
          then written.as_mailed -> 'numbers'
        else private.with_changes(
          coalesce(client_month.numbers, written.numbers, '[]'), clients.id, client_month.month)
      end,
      'edited', case when written.as_mailed is null then '[]' else to_jsonb(array_remove(array[
        case when written.as_mailed -> 'written' ->> 'words' is distinct from written.words then 'words' end,
        case when written.as_mailed -> 'written' -> 'numbers' <> written.numbers then 'numbers' end,
        case when written.as_mailed -> 'written' ->> 'what_next' is distinct from written.what_next then 'what_next' end
      ], null)) end,
      'edited_at', written.updated_at
    )
  from public.clients
  left join public.client_months as written
    on written.client_id = clients.id and written.month = client_month.month
  cross join lateral (
    select coalesce(written.as_mailed, private.work_of_month(clients.id, client_month.month)) - 'written'
  ) as work (content)
  cross join lateral (
    select jsonb_object_agg(list, private.still_shown(content -> list, clients.id, written.requested_at))
    from unnest(array['delivered', 'milestones', 'answers', 'reviews']) as list
  ) as shown (lists)
  where clients.id = client
    and client_month.month <= private.current_month() and extract(day from client_month.month) = 1
$$;

revoke execute on function public.client_month from public, anon;

grant execute on function public.client_month to authenticated, service_role;

-- This month of a client and the eleven before it, the newest first: how many updates and answers each has, and whether it was
-- mailed. No row where the caller does not see the client.
create function public.months_of_client(client uuid)
returns table (
  month date, happened integer, requested_at timestamptz, mailed_at timestamptz, is_left_out boolean, is_edited boolean)
language sql stable set search_path = '' as $$
  select
    months.month,
    (select count(*) from private.updates_of_month(clients.id, months.month))::integer
      + (select count(*) from private.answers_of_month(clients.id, months.month))::integer,
    written.requested_at, written.mailed_at, coalesce(written.is_left_out, false),
    coalesce(
      jsonb_build_object('words', written.words, 'what_next', written.what_next, 'numbers', written.numbers)
        <> written.as_mailed -> 'written', false)
  from public.clients
  cross join generate_series(0, 11) as ago
  cross join lateral (select (private.current_month() - make_interval(months => ago))::date as month) as months
  left join public.client_months as written
    on written.client_id = clients.id and written.month = months.month
  where clients.id = months_of_client.client
  order by months.month desc
$$;

revoke execute on function public.months_of_client from public, anon;

grant execute on function public.months_of_client to authenticated, service_role;

create function private.count_opening(link uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.client_link_openings (link_id)
  select link
  where not exists (
    select from public.client_link_openings
    where link_id = link and opened_at > now() - interval '10 minutes'
  )
$$;

revoke execute on function private.count_opening from public;

-- What every page of a link says of the client, the agency and the link.
create function private.head_of_page(link public.client_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'client', clients.name,
    'agency', jsonb_build_object(
      'name', agencies.name, 'logo_url', agencies.logo_url, 'email', agencies.email, 'phone', agencies.phone,
      'website_url', agencies.website_url),
    'expires_at', link.expires_at,
    -- The months that were mailed.
    'months', coalesce((
      select jsonb_agg(to_char(mailed.month, 'YYYY-MM') order by mailed.month desc)
      from (
        select month from public.client_months
        where client_id = clients.id and requested_at is not null order by month desc limit 12
      ) as mailed
    ), '[]')
  )
  from public.clients
  join public.agencies on agencies.id = clients.agency_id
  where clients.id = link.client_id
$$;

revoke execute on function private.head_of_page from public;

-- Returns a page of the link: `page` 1 has the newest fifty updates. Null if there is no such page. With `counts` the
-- view is counted as an opening.
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
  if counts then
    perform private.count_opening(link.id);
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
    select private.head_of_page(link) || jsonb_build_object(
      'person', private.person_of_link(link),
      'may_ask', link.may_ask,
      'asked', private.requests_on_page(token_hash, link),
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

-- Returns the page of a month: '2026-11'. Its content is null if that is no month, or one that has not begun. Null if the link is
-- not valid.
create function public.open_client_month(token_hash text, month text, counts boolean default true) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.client_links := private.valid_client_link(token_hash);
begin
  if link.id is null then
    return null;
  end if;
  if counts then
    perform private.count_opening(link.id);
  end if;
  return private.head_of_page(link) || jsonb_build_object(
    'content',
    case when month ~ '^2[0-9]{3}-(0[1-9]|1[0-2])$' then public.client_month(link.client_id, (month || '-01')::date) end
  );
end
$$;

revoke execute on function public.open_client_month from public, anon, authenticated;

grant execute on function public.open_client_month to service_role;

alter table public.audit_events drop constraint audit_events_kind_check;

alter table public.audit_events add constraint audit_events_kind_check CHECK ((kind = ANY (ARRAY['signed_in'::text, 'sign_in_failed'::text, 'password_changed'::text, 'second_step_removed'::text, 'address_changed'::text, 'created'::text, 'invited'::text, 'invitation_revoked'::text, 'password_reset'::text, 'deactivated'::text, 'reactivated'::text, 'account_deleted'::text, 'role_given'::text, 'role_taken'::text, 'joined_agency'::text, 'left_agency'::text, 'agency_added'::text, 'agency_changed'::text, 'agency_deleted'::text, 'plan_changed'::text, 'main_person_changed'::text, 'client_asked'::text, 'request_closed'::text, 'month_mailed'::text, 'month_changed'::text, 'client_deleted'::text, 'person_deleted'::text, 'project_deleted'::text, 'step_deleted'::text, 'note_deleted'::text, 'update_deleted'::text, 'enquiry_deleted'::text, 'brought_back'::text, 'vault_copied'::text, 'vault_viewed'::text, 'vault_taken_over'::text, 'exported'::text, 'erased'::text])));

-- Mails with a link to a client's month: by a person, or by themselves on the third of the next month.
-- Has a month mailed to the client, and keeps what its page shows now. `by_itself` leaves a month alone that was mailed before or
-- that the agency does not want to mail. Returns whether it is to be mailed.
create function private.request_month_mail(client uuid, month date, by uuid, by_itself boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  written public.client_months;
begin
  insert into public.client_months (client_id, month) values (client, request_month_mail.month)
  on conflict on constraint client_months_client_id_month_key do nothing;
  -- Several servers come here at once, and the first one has it mailed.
  select * into written from public.client_months
  where client_id = client and client_months.month = request_month_mail.month for update;
  if by_itself and (written.requested_at is not null or written.is_left_out) then
    return false;
  end if;
  update public.client_months
  set
    requested_at = clock_timestamp(),
    requested_by = by,
    recipient = clients.email,
    is_left_out = false,
    as_mailed = private.work_of_month(client, written.month) || jsonb_build_object(
      'numbers', private.with_changes(written.numbers, client, written.month),
      'written', jsonb_build_object(
        'words', written.words, 'what_next', written.what_next, 'numbers', written.numbers))
  from public.clients
  where client_months.id = written.id and clients.id = client;
  return true;
end
$$;

revoke execute on function private.request_month_mail from public;

-- Has a month mailed to a client whom the caller may change.
create function public.mail_client_month(client uuid, month date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  recipient text;
begin
  select clients.email into recipient from public.clients
  where clients.id = client and (clients.agency_id = private.my_active_agency_id() or private.is_super_admin());
  if recipient is null then
    raise sqlstate 'PT404' using message = 'This client no longer exists, or you may not mail it.';
  elsif month > private.current_month() then
    raise exception 'This month has not begun yet.' using errcode = '23514';
  elsif not private.can_be_mailed(recipient) then
    raise exception 'This client has no address that mails can reach.' using errcode = '23514';
  elsif exists (
    select from public.client_months
    where client_id = client and client_months.month = mail_client_month.month
      and requested_at > clock_timestamp() - interval '1 minute'
  ) then
    raise sqlstate 'PT409' using message = 'This month was mailed a moment ago.';
  end if;
  perform private.request_month_mail(client, month, private.my_id(), false);
end
$$;

revoke execute on function public.mail_client_month from public, anon;

grant execute on function public.mail_client_month to authenticated, service_role;

-- The last months of clients who get them by themselves, from the third to the ninth. A month in which nothing happened is not
-- mailed by itself, and a server that was off for longer leaves the rest to people.
create function private.due_months(today date default (now() at time zone 'UTC')::date)
returns table (client uuid, month date)
language sql stable security definer set search_path = '' as $$
  select clients.id, last.month
  from (select (date_trunc('month', today) - interval '1 month')::date) as last (month)
  join public.clients on clients.months_from <= last.month
  where extract(day from today) between 3 and 9
    and private.can_be_mailed(clients.email)
    and not exists (
      select from public.client_months
      where client_months.client_id = clients.id and client_months.month = last.month
        and (client_months.requested_at is not null or client_months.is_left_out)
    )
    and (
      exists (select from private.updates_of_month(clients.id, last.month))
      or exists (select from private.answers_of_month(clients.id, last.month))
    )
$$;

revoke execute on function private.due_months from public;

grant execute on function private.due_months to service_role;

-- Has the due months mailed. Calling it again, or from several servers at once, mails nothing twice.
create function public.request_due_months(today date default (now() at time zone 'UTC')::date) returns void
language sql security definer set search_path = '' as $$
  select private.request_month_mail(due.client, due.month, null, true) from private.due_months(today) as due
$$;

revoke execute on function public.request_due_months from public, anon, authenticated;

grant execute on function public.request_due_months to service_role;

create function public.months_to_mail() returns table (id uuid)
language sql stable set search_path = '' as $$
  select client_months.id from public.client_months
  where requested_at is not null
    and (mailed_at is null or mailed_at < requested_at)
    and (mailing_until is null or mailing_until < now())
  order by requested_at
$$;

revoke execute on function public.months_to_mail from public, anon, authenticated;

grant execute on function public.months_to_mail to service_role;

-- Creates the link of a month's mail and returns its token.
create function public.make_month_link(id uuid) returns text
language sql security definer set search_path = '' as $$
  select made.token
  from public.client_months
  cross join lateral private.add_client_link(
    client_months.client_id, left(to_char(client_months.month, 'FMMonth YYYY') || ' to ' || client_months.recipient, 100), 30,
    client_months.requested_by) as made
  where client_months.id = make_month_link.id
$$;

revoke execute on function public.make_month_link from public, anon, authenticated;

grant execute on function public.make_month_link to service_role;

-- The clients of the caller's agency for whom something happened last month and whose month was neither mailed nor left out.
create function public.months_to_send() returns table (client_id uuid, name text, month date)
language sql stable security definer set search_path = '' as $$
  select clients.id, clients.name, last.month
  from (select (private.current_month() - interval '1 month')::date) as last (month)
  join public.clients on clients.agency_id = (select private.my_agency_id())
  where (clients.prospect_status is null or clients.prospect_status in ('prospect', 'active'))
    and exists (
      select from public.projects
      join public.project_updates on project_updates.project_id = projects.id
      where projects.client_id = clients.id and project_updates.visibility = 'client'
        and project_updates.created_at >= lower(private.span_of_month(last.month))
        and project_updates.created_at < upper(private.span_of_month(last.month))
    )
    and not exists (
      select from public.client_months
      where client_months.client_id = clients.id and client_months.month = last.month
        and (client_months.requested_at is not null or client_months.is_left_out)
    )
  order by clients.name, clients.id
$$;

revoke execute on function public.months_to_send from public, anon;

grant execute on function public.months_to_send to authenticated, service_role;

create function private.audit_month() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_mailed constant boolean := new.requested_at is distinct from old.requested_at;
begin
  perform private.audit(
    case when is_mailed then 'month_mailed' else 'month_changed' end, clients.agency_id, clients.id, clients.name,
    jsonb_build_object('title', to_char(new.month, 'FMMonth YYYY')) || case when is_mailed
      then jsonb_build_object('recipient', new.recipient)
      else jsonb_build_object(
        'before', jsonb_build_object('words', old.words, 'next', old.what_next, 'numbers', old.numbers),
        'after', jsonb_build_object('words', new.words, 'next', new.what_next, 'numbers', new.numbers))
    end
  )
  from public.clients where clients.id = new.client_id;
  return null;
end
$$;

revoke execute on function private.audit_month from public;

create trigger audit_mailed
  after update of requested_at on public.client_months for each row
  when (old.requested_at is distinct from new.requested_at)
  execute function private.audit_month();

-- Before it is mailed, what is written about a month is a draft.
create trigger audit_changed
  after update of words, what_next, numbers on public.client_months for each row
  when (
    new.requested_at is not null
    and (old.words, old.what_next, old.numbers) is distinct from (new.words, new.what_next, new.numbers)
  )
  execute function private.audit_month();

-- Whether a mail is due that no request triggers. Recent enquiries and updates do not count, because the request that wrote
-- them is about to trigger the mail.
create or replace function public.has_due_mails() returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.contact_submissions
    where notified_at is null and created_at < now() - interval '30 seconds'
  ) or exists (select from public.enquiries_to_remind_of())
  or exists (select from public.client_mails_to_send() where created_at < now() - interval '30 seconds')
  or exists (select from public.request_mails_to_send())
  or exists (select from private.due_review_reminders())
  or exists (select from private.late_reviews_to_tell())
  or exists (select from private.due_months())
  or exists (select from public.months_to_mail())
  or exists (select from public.client_digests_to_send())
  or exists (select from public.notice_digests_to_send())
  or exists (select from public.due_address_mails())
$$;

alter publication supabase_realtime add table public.client_months;
