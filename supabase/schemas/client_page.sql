-- What a client sees by a link, asked for by the server alone, which knows the hash of the token and keeps neither. Every
-- link that does not lead in, guessed, expired, revoked or of a client who is gone, is null alike. Nothing in the answers
-- means anything elsewhere: what is named is named by a hash that only this link makes.

-- The link that a token's hash opens, while it does.
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

create function private.name_within_link(token_hash text, id uuid) returns text
language sql immutable set search_path = ''
return left(encode(sha256(decode(token_hash, 'hex') || uuid_send(id)), 'hex'), 20);
revoke execute on function private.name_within_link from public;

-- The page of a link: `page` 1 has the newest fifty updates. Null where there is none. Opening it counts, if it `counts`.
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

-- Where a file lies that the page of a link names; no row where there is none.
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

-- Writes down what the client answers to an update of type review: 'stored', or why not: 'answered' where somebody was first,
-- 'nameless', 'wordless' where changes are asked for without saying which, 'too long'. Null where the link does not lead
-- in, or to no such update.
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
  name := btrim(coalesce(name, ''), E' \t\r\n');
  comment := btrim(coalesce(comment, ''), E' \t\r\n');
  if name !~ '\S' then
    return 'nameless';
  elsif answer = 'changes' and comment !~ '\S' then
    return 'wordless';
  elsif length(name) > 100 or length(comment) > 5000 then
    return 'too long';
  end if;
  insert into public.update_answers (update_id, link_id, answer, comment, name)
  values (asked, link.id, answer_client_update.answer, nullif(comment, ''), answer_client_update.name)
  on conflict (update_id) do nothing;
  return case when found then 'stored' else 'answered' end;
end
$$;
revoke execute on function public.answer_client_update from public, anon, authenticated;
grant execute on function public.answer_client_update to service_role;
