-- How a client asks for something by their link. As with the functions of client_page.sql, only the server calls these, with
-- the hash of a token, and an invalid link gives null.

-- Requests whose files are being uploaded. Files of one that was never stored, because the server stopped or the link was
-- revoked meanwhile, are removed after an hour.
create table private.client_request_uploads (
  request_id uuid primary key,
  started_at timestamptz not null default now()
);
revoke all on private.client_request_uploads from public, anon, authenticated, service_role;

-- Why a link may not ask for this now; null if it may. Without a title only the link is looked at, not the words.
create function private.request_problem(link public.client_links, title text, words text, name text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not link.may_ask then
    return 'closed';
  elsif (select count(*) from public.client_requests where client_id = link.client_id and closed_at is null) >= 50 then
    return 'too many open';
  elsif current_setting('app.settings.rate_limits', true) is distinct from 'off' and (
    select count(*) from public.client_requests
    where link_id = link.id and created_at > now() - interval '1 hour'
  ) >= 10 then
    return 'too many';
  elsif title is null then
    return null;
  elsif title !~ '\S' then
    return 'untitled';
  elsif coalesce(name, '') !~ '\S' then
    return 'nameless';
  elsif length(title) > 120 or length(words) > 5000 or length(name) > 100 then
    return 'too long';
  end if;
  return null;
end
$$;
revoke execute on function private.request_problem from public;

-- Announces a request before its files are uploaded. Returns 'ready', or the reason for a refusal: 'closed' if this link may
-- not ask, 'too many' in an hour, 'too many open', 'untitled', 'nameless' or 'too long'. Null if the link is not valid.
create function public.begin_client_request(
  token_hash text, request uuid, title text default null, words text default null, name text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.client_links := private.valid_client_link(token_hash);
  problem text;
begin
  if link.id is null then
    return null;
  end if;
  problem := private.request_problem(link, private.trimmed(title), private.trimmed(words), private.trimmed(name));
  if problem is null and title is not null then
    delete from private.client_request_uploads where started_at < now() - interval '1 day';
    insert into private.client_request_uploads (request_id) values (request) on conflict do nothing;
  end if;
  return coalesce(problem, 'ready');
end
$$;
revoke execute on function public.begin_client_request from public, anon, authenticated;
grant execute on function public.begin_client_request to service_role;

-- Stores a request with its uploaded files: `[{"path": …, "name": …}]`, whose type and size are those that storage found.
-- Returns 'stored', 'repeated' for what was asked in the same words and with the same files within ten minutes, or a reason as
-- begin_client_request does.
create function public.store_client_request(
  token_hash text, request uuid, title text, words text, name text, files jsonb default '[]'
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  link public.client_links := private.valid_client_link(token_hash);
  problem text;
begin
  -- Requests of one client wait for each other, so that a second click finds the first one's row, and the limits are exact.
  perform from public.clients where id = link.client_id for no key update;
  link := private.valid_client_link(token_hash);
  if link.id is null then
    return null;
  end if;
  title := private.trimmed(coalesce(title, ''));
  words := nullif(private.trimmed(words), '');
  name := private.trimmed(name);
  if exists (
    select from public.client_requests as sent
    where sent.client_id = link.client_id and sent.created_at > now() - interval '10 minutes'
      and (sent.title, sent.words, sent.name) is not distinct from
        (store_client_request.title, store_client_request.words, store_client_request.name)
      and private.names_and_sizes(sent.id) is not distinct from (
        select array_agg(row (file ->> 'name', (objects.metadata ->> 'size')::integer)::text order by file ->> 'name')
        from jsonb_array_elements(files) as file
        left join storage.objects on objects.bucket_id = 'client-update-files' and objects.name = file ->> 'path'
      )
  ) then
    return 'repeated';
  end if;
  problem := private.request_problem(link, title, words, name);
  if problem is not null then
    return problem;
  elsif jsonb_array_length(files) > 5 then
    return 'too many files';
  end if;
  insert into public.client_requests (id, client_id, link_id, title, words, name)
  values (request, link.client_id, link.id, store_client_request.title, store_client_request.words,
          store_client_request.name);
  insert into public.client_request_files (request_id, file_name, file_path, file_type, file_size)
  select request, file ->> 'name', file ->> 'path', objects.metadata ->> 'mimetype', (objects.metadata ->> 'size')::integer
  from jsonb_array_elements(files) as file
  -- A file that is not there violates the constraints of the row.
  left join storage.objects on objects.bucket_id = 'client-update-files' and objects.name = file ->> 'path';
  delete from private.client_request_uploads where request_id = request;
  return 'stored';
end
$$;
revoke execute on function public.store_client_request from public, anon, authenticated;
grant execute on function public.store_client_request to service_role;

create function private.names_and_sizes(request uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_agg(row (file_name, file_size)::text order by file_name)
  from public.client_request_files where request_id = request
$$;
revoke execute on function private.names_and_sizes from public;

-- What the client of a link has asked for: what is open, then the latest of what is closed, at most fifty.
create function private.requests_on_page(token_hash text, link public.client_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'title', asked.title, 'words', asked.words, 'name', asked.name, 'status', asked.status, 'reason', asked.reason,
    'at', asked.created_at,
    'files', array(
      select file_name from public.client_request_files where request_id = asked.id order by created_at, id
    ),
    -- The update in which the client reads of it, with the number of the page that it is on.
    'update', (
      select jsonb_build_object(
        'ref', private.name_within_link(token_hash, project_updates.id), 'title', project_updates.title,
        'page', 1 + (
          select count(*) / 50
          from public.project_updates as newer join public.projects on projects.id = newer.project_id
          where projects.client_id = link.client_id and newer.visibility = 'client'
            and (newer.created_at, project_updates.id) > (project_updates.created_at, newer.id)
        ))
      from public.project_updates join public.projects on projects.id = project_updates.project_id
      where project_updates.id = asked.update_id and project_updates.visibility = 'client'
        and projects.client_id = link.client_id
    )
  ) order by asked.closed_at is not null, asked.created_at desc, asked.id), '[]')
  from (
    select * from public.client_requests where client_id = link.client_id
    order by closed_at is not null, created_at desc, id limit 50
  ) as asked
$$;
revoke execute on function private.requests_on_page from public;

-- Requests of which the agency is still to be mailed, and done ones of which the client is: after a minute, in which a slip
-- can be taken back.
create function public.request_mails_to_send() returns table (request uuid, mail text, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select id, 'received', client_requests.created_at from public.client_requests
  where notified_at is null and (mailing_until is null or mailing_until < now())
  union all
  select client_requests.id, 'done', client_requests.created_at
  from public.client_requests join public.clients on clients.id = client_requests.client_id
  where client_requests.status = 'done' and told_at is null and closed_at < now() - interval '1 minute'
    and private.can_be_mailed(clients.email) and (mailing_until is null or mailing_until < now())
$$;
revoke execute on function public.request_mails_to_send from public, anon, authenticated;
grant execute on function public.request_mails_to_send to service_role;

-- The recipients of the mail about a request: the client's agency; without an address of its own, the people whom the bell
-- tells, else its admins.
create function public.request_recipients(request uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  with asked as (select agency_id, client_id from public.client_requests where id = request)
  select coalesce(
    (select array[email] from public.agencies join asked on asked.agency_id = agencies.id where email is not null),
    (select array_agg(users.email::text order by users.email)
     from asked cross join private.told_of_requests(asked.client_id) as person join auth.users on users.id = person),
    (select array_agg(users.email::text order by users.email)
     from asked
     join public.user_profiles on user_profiles.agency_id = asked.agency_id and user_profiles.deactivated_at is null
     join public.user_roles on user_roles.user_id = user_profiles.id and user_roles.role in ('agency_admin', 'admin')
     join auth.users on users.id = user_profiles.id),
    '{}'
  )
$$;
revoke execute on function public.request_recipients from public, anon, authenticated;
grant execute on function public.request_recipients to service_role;

-- Creates the link of the mail that says that a request is done, and returns its token.
create function public.make_request_link(request uuid) returns text
language sql security definer set search_path = '' as $$
  select made.token
  from public.client_requests
  join public.clients on clients.id = client_requests.client_id
  cross join lateral private.add_client_link(clients.id, left('Mail to ' || clients.email, 100), 30, null) as made
  where client_requests.id = request
$$;
revoke execute on function public.make_request_link from public, anon, authenticated;
grant execute on function public.make_request_link to service_role;
