-- The client page behind a link. Only the server calls these functions, with the hash of a token that is stored nowhere
-- in plain text. A wrong, expired or revoked link and one of a deleted client all return null. The ids in the answers
-- are hashes that are valid for this link only.

-- The valid link with this token hash.
create function private.valid_client_link(token_hash text) returns public.client_links
language sql stable security definer set search_path = '' as $$
  select client_links
  from private.client_link_tokens as tokens
  join public.client_links on client_links.id = tokens.link_id
  where tokens.token_hash = decode(valid_client_link.token_hash, 'hex')
    and client_links.revoked_at is null
    and client_links.expires_at > now()
$$;
revoke execute on function private.valid_client_link from public;

-- The name of the person whose link it is; null if it is nobody's in particular.
create function private.person_of_link(link public.client_links) returns text
language sql stable security definer set search_path = '' as $$
  select case when link.is_main_persons then clients.name else client_people.name end
  from public.clients
  left join public.client_people on client_people.id = link.person_id
  where clients.id = link.client_id
$$;
revoke execute on function private.person_of_link from public;

create function private.name_within_link(token_hash text, id uuid) returns text
language sql immutable set search_path = ''
return left(encode(sha256(decode(token_hash, 'hex') || uuid_send(id)), 'hex'), 20);
revoke execute on function private.name_within_link from public;

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
create function public.open_client_page(token_hash text, page integer default 1, counts boolean default true)
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
revoke execute on function public.open_client_page from public, anon, authenticated;
grant execute on function public.open_client_page to service_role;

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

-- Returns the location of a file on the page of a link; no row if there is none.
create function public.client_page_file(token_hash text, file text)
returns table (file_path text, file_name text, file_type text, file_size integer)
language sql stable security definer set search_path = '' as $$
  select attachments.file_path, attachments.file_name, attachments.file_type, attachments.file_size
  from private.valid_client_link(token_hash) as link
  join public.projects on projects.client_id = link.client_id
  join public.project_updates on project_updates.project_id = projects.id and project_updates.visibility = 'client'
  join public.client_update_attachments as attachments on attachments.update_id = project_updates.id
  where private.name_within_link(token_hash, attachments.id) = file
$$;
revoke execute on function public.client_page_file from public, anon, authenticated;
grant execute on function public.client_page_file to service_role;

-- A text of a form without the spaces around it. Browsers send a line break as two characters, which count as the one that was
-- typed.
create function private.trimmed(typed text) returns text
language sql immutable set search_path = ''
return btrim(regexp_replace(typed, E'\r\n?', E'\n', 'g'), E' \t\n');
revoke execute on function private.trimmed from public;

-- Stores the client's answer to an update of type review. Returns 'stored', also for the same answer sent again by the same link,
-- or the reason for a refusal: 'answered' if there is another answer already, 'nameless', 'wordless' if changes are requested
-- without a text, or 'too long'. Null if the link is not valid or has no such update.
create function public.answer_client_update(token_hash text, update text, answer text, comment text, name text)
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
revoke execute on function public.answer_client_update from public, anon, authenticated;
grant execute on function public.answer_client_update to service_role;
