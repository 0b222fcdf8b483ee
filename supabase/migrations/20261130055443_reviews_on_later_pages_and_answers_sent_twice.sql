-- temporary

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
      'wanted', private.secrets_on_page(token_hash, link),
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
      -- The reviews that wait for an answer, the newest first, with the number of the page that each is on.
      'waiting', coalesce((
        select jsonb_agg(jsonb_build_object(
          'ref', private.name_within_link(token_hash, shown.id), 'page', 1 + (shown.place - 1) / at_a_time
        ) order by shown.place)
        from shown
        where shown.update_type = 'review'
          and not exists (select from public.update_answers where update_answers.update_id = shown.id)
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

-- A text of a form without the spaces around it. Browsers send a line break as two characters, which count as the one that was
-- typed.
create or replace function private.trimmed(typed text) returns text
language sql immutable set search_path = ''
return btrim(regexp_replace(typed, E'\r\n?', E'\n', 'g'), E' \t\n');

-- Stores the client's answer to an update of type review. Returns 'stored', also for the same answer sent again by the same link,
-- or the reason for a refusal: 'answered' if there is another answer already, 'nameless', 'wordless' if changes are requested
-- without a text, or 'too long'. Null if the link is not valid or has no such update.
create or replace function public.answer_client_update(token_hash text, update text, answer text, comment text, name text)
returns text
language plpgsql security definer set search_path = '' as $$
declare
  link public.client_links := private.valid_client_link(token_hash);
  asked uuid;
begin
  select project_updates.id into asked
  from public.project_updates
  join public.projects on projects.id = project_updates.project_id
  where projects.client_id = link.client_id
    and project_updates.visibility = 'client' and project_updates.update_type = 'review'
    and private.name_within_link(token_hash, project_updates.id) = update;
  if asked is null then
    return null;
  end if;
  name := private.trimmed(coalesce(name, ''));
  comment := private.trimmed(coalesce(comment, ''));
  if name !~ '\S' then
    return 'nameless';
  elsif answer = 'changes' and comment !~ '\S' then
    return 'wordless';
  elsif length(name) > 100 or length(comment) > 5000 then
    return 'too long';
  end if;
  insert into public.update_answers (update_id, link_id, answer, comment, name, person)
  values (
    asked, link.id, answer_client_update.answer, nullif(comment, ''), answer_client_update.name,
    private.person_of_link(link)
  )
  on conflict (update_id) do nothing;
  return case
    when found or exists (
      select from public.update_answers as given
      where given.update_id = asked
        and (given.link_id, given.answer, given.comment, given.name) is not distinct from
          (link.id, answer_client_update.answer, nullif(answer_client_update.comment, ''), answer_client_update.name)
    ) then 'stored'
    else 'answered'
  end;
end
$$;
