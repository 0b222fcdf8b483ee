-- replaces: 20261128004349
-- people of clients

update public.role_permissions
set subject = 'Clients and their people, projects, steps and attachments',
    covers = '{clients, client_people, projects, project_steps, client_update_attachments}'
where position = 10;

drop function public.make_client_link(uuid,text,integer);

drop function private.add_client_link(uuid,text,integer,uuid,uuid);

-- What else is known of the main person, whose name, email address and phone number stand above.
alter table public.clients add column main_person_role text check (main_person_role ~ '\S' and length(main_person_role) <= 100);

alter table public.clients add column main_person_note text check (main_person_note ~ '\S' and length(main_person_note) <= 2000);

revoke all on public.clients from anon, authenticated, service_role;

grant select, insert, update, delete on public.clients to service_role;

grant select, delete on public.clients to authenticated;

grant insert (agency_id, name, company_name, email, phone, website_url, industry, prospect_status, plan, plan_since,
              looked_after_by, next_contact_on, next_contact_note, main_person_role, main_person_note),
      update (agency_id, name, company_name, email, phone, website_url, industry, prospect_status, wants_digest, plan,
              plan_since, looked_after_by, next_contact_on, next_contact_note, main_person_role, main_person_note)
  on public.clients to authenticated;

-- The names and email addresses of the client's other people as a search compares them. The database alone sets it.
alter table public.clients add column people_text text;

drop trigger touch_updated_at on public.clients;

-- The weekly mail sets digested_at, an update for the client last_content_update_at and its other people people_text, which are
-- no changes that a colleague's open form must hear of.
create trigger touch_updated_at
  before update on public.clients for each row
  when (
    (old.digested_at, old.last_content_update_at, old.people_text)
      is not distinct from (new.digested_at, new.last_content_update_at, new.people_text)
  )
  execute function private.touch_updated_at();

-- The people of a client beside its main person, whose name, email address and phone number are those of the client itself.
create table public.client_people (
  id          uuid primary key default gen_random_uuid(),
  client_id   uuid not null references public.clients (id) on delete cascade,
  name        text not null check (name ~ '\S' and length(name) <= 200),
  role        text check (role ~ '\S' and length(role) <= 100),
  email       text check (private.is_email(email)),
  phone       text check (length(phone) <= 50),
  note        text check (note ~ '\S' and length(note) <= 2000),
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  -- The text that a search compares.
  search_text text generated always as
                (private.search_text(name) || coalesce(chr(10) || private.search_text(email), '')) stored
);

alter table public.client_people enable row level security;

revoke all on public.client_people from anon, authenticated, service_role;

grant select, insert, update, delete on public.client_people to service_role;

grant select, delete on public.client_people to authenticated;

grant insert (client_id, name, role, email, phone, note), update (name, role, email, phone, note)
  on public.client_people to authenticated;

create index client_people_client_id_idx on public.client_people (client_id, created_at);

-- The check runs after the policies, so that a caller who may not add a person learns only that.
create trigger require_mailable
  after insert or update of email on public.client_people for each row
  when (new.email is not null)
  execute function private.require_mailable('email');

create trigger touch_updated_at
  before update on public.client_people for each row execute function private.touch_updated_at();

create policy "whoever sees a client reads its people"
  on public.client_people for select to authenticated
  using (exists (select from public.clients where clients.id = client_people.client_id));

create policy "whoever sees a client adds people to it"
  on public.client_people for insert to authenticated
  with check (
    (select private.may_write())
    and exists (select from public.clients where clients.id = client_people.client_id)
  );

create policy "whoever sees a client edits its people"
  on public.client_people for update to authenticated
  using (
    (select private.may_write())
    and exists (select from public.clients where clients.id = client_people.client_id)
  );

create policy "whoever sees a client deletes its people"
  on public.client_people for delete to authenticated
  using (
    (select private.may_write())
    and exists (select from public.clients where clients.id = client_people.client_id)
  );

-- Copies what a search compares of the people into their client, so that a list finds clients by their own rows. The client is
-- locked first, so that of two people who are added at the same moment none is missed.
create function private.list_people_of_client() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant uuid := coalesce(new.client_id, old.client_id);
begin
  perform from public.clients where id = changed for no key update;
  update public.clients
  set people_text = listed.people_text
  from (
    select string_agg(client_people.search_text, chr(10) order by created_at, id) as people_text
    from public.client_people where client_id = changed
  ) as listed
  where clients.id = changed and clients.people_text is distinct from listed.people_text;
  return null;
end
$$;

revoke execute on function private.list_people_of_client from public;

create trigger list_added
  after insert on public.client_people for each row execute function private.list_people_of_client();

create trigger list_changed
  after update on public.client_people for each row
  when (old.search_text <> new.search_text)
  execute function private.list_people_of_client();

create trigger list_deleted
  after delete on public.client_people for each row execute function private.list_people_of_client();

-- The person whose link it is: one of the client's people, the main person, or nobody in particular.
alter table public.client_links add column person_id uuid references public.client_people (id) on delete set null;

alter table public.client_links add column is_main_persons boolean not null default false;

-- Whether it was revoked because its person was deleted: it works again if they are brought back.
alter table public.client_links add column revoked_with_person boolean not null default false;

alter table public.client_links add constraint client_links_one_person CHECK (((person_id IS NULL) OR (NOT is_main_persons)));

create index client_links_person_id_idx on public.client_links (person_id);

-- A deleted person's links stop working, and work again if the person is brought back.
create function private.revoke_links_of_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.client_links set revoked_at = now(), revoked_with_person = true
  where person_id = old.id and revoked_at is null;
  return old;
end
$$;

revoke execute on function private.revoke_links_of_person from public;

-- Its name comes after that of keep_deleted, which keeps whose links they were.
create trigger revoke_links
  before delete on public.client_people for each row execute function private.revoke_links_of_person();

create function private.reopen_link_of_person() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.revoked_at := null;
  new.revoked_with_person := false;
  return new;
end
$$;

revoke execute on function private.reopen_link_of_person from public;

create trigger reopen_with_person
  before update of person_id on public.client_links for each row
  when (old.revoked_with_person and new.person_id is not null)
  execute function private.reopen_link_of_person();

-- Creates a link with a new token of 256 bits, which is returned to the caller and not stored. `person` is the id of one of the
-- client's people, or that of the client for its main person.
create function private.add_client_link(
  client uuid, name text, days integer, made_by uuid, update_id uuid default null, person uuid default null
)
returns table (id uuid, token text)
language plpgsql security definer set search_path = '' as $$
declare
  -- Each uuid is 122 bits from the system's generator.
  random bytea := sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
begin
  token := translate(rtrim(encode(random, 'base64'), '='), '+/', '-_');
  insert into public.client_links as made
    (client_id, name, created_by, expires_at, update_id, person_id, is_main_persons)
  values (
    client, add_client_link.name, made_by, now() + make_interval(days => days), add_client_link.update_id,
    nullif(person, client), coalesce(person = client, false)
  )
  returning made.id into add_client_link.id;
  insert into private.client_link_tokens (link_id, token_hash)
  values (add_client_link.id, sha256(convert_to(token, 'UTF8')));
  return next;
end
$$;

revoke execute on function private.add_client_link from public;

-- Creates a link for a client whom the caller may change, and returns its token once.
create function public.make_client_link(client uuid, name text, days integer default 30, person uuid default null)
returns table (id uuid, token text)
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from public.clients
    where clients.id = client
      and (clients.agency_id = private.my_active_agency_id() or private.is_super_admin())
      and (
        person is null or person = client
        or exists (select from public.client_people where client_people.id = person and client_people.client_id = client)
      )
  ) then
    raise sqlstate 'PT404' using message = 'This client no longer exists, or you may not make links for it.';
  end if;
  if days not between 1 and 365 then
    raise exception 'A link can be valid for a year at most.' using errcode = '23514';
  end if;
  return query select * from private.add_client_link(
    client, make_client_link.name, days, private.my_id(), null, person);
end
$$;

revoke execute on function public.make_client_link from public, anon;

grant execute on function public.make_client_link to authenticated, service_role;

-- Makes this person the main one: what the client says of its main person and what this row says change places, and the links
-- of both stay theirs.
create function public.make_main_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  client public.clients;
  other public.client_people;
begin
  select clients.* into client
  from public.client_people join public.clients on clients.id = client_people.client_id
  where client_people.id = person
    and (clients.agency_id = private.my_active_agency_id() or private.is_super_admin())
  for update of clients;
  -- The person is read after the client is locked, since a colleague may have made them the main person meanwhile.
  select * into other from public.client_people where id = person and client_id = client.id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This person no longer exists, or you may not change them.';
  end if;
  if other.email is null then
    raise exception 'The main person needs an email address.' using errcode = '23514';
  end if;
  update public.clients
  set name = other.name, email = other.email, phone = other.phone, main_person_role = other.role,
      main_person_note = other.note
  where id = client.id;
  update public.client_people
  set name = client.name, email = client.email, phone = client.phone, role = client.main_person_role,
      note = client.main_person_note
  where id = other.id;
  update public.client_links
  set person_id = case when is_main_persons then other.id end, is_main_persons = not is_main_persons
  where client_id = client.id and (is_main_persons or person_id = other.id);
  perform private.audit(
    'main_person_changed', client.agency_id, client.id, other.name,
    jsonb_build_object('before', client.name, 'after', other.name)
  );
end
$$;

revoke execute on function public.make_main_person from public, anon, service_role;

grant execute on function public.make_main_person to authenticated;

-- The name of the person whose link it was, at the time of the answer; `name` is what was typed.
alter table public.update_answers add column person text;

-- The person of a client who has this address: the id of the client for the main person, null if nobody has it.
create function private.person_with_address(client uuid, address text) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select clients.id from public.clients where clients.id = client and lower(clients.email) = lower(address)),
    (
      select client_people.id from public.client_people
      where client_people.client_id = client and lower(client_people.email) = lower(address)
      order by client_people.created_at, client_people.id
      limit 1
    )
  )
$$;

revoke execute on function private.person_with_address from public;

-- Creates the link of a mail and returns its token. A token that is lost on the way has given nobody access.
create or replace function public.make_mailed_link(mail uuid) returns text
language sql security definer set search_path = '' as $$
  select made.token
  from public.client_mails
  join public.project_updates on project_updates.id = client_mails.update_id
  join public.projects on projects.id = project_updates.project_id
  cross join lateral private.add_client_link(
    projects.client_id, left('Mail to ' || client_mails.recipient, 100), 30, client_mails.requested_by,
    client_mails.update_id, private.person_with_address(projects.client_id, client_mails.recipient)) as made
  where client_mails.id = mail
$$;

-- Creates the link of a weekly mail and returns its token.
create or replace function public.make_digest_link(client uuid) returns text
language sql security definer set search_path = '' as $$
  select token from private.add_client_link(client, 'Weekly mail', 30, null, null, client)
$$;

-- The name of the person whose link it is; null if it is nobody's in particular.
create function private.person_of_link(link public.client_links) returns text
language sql stable security definer set search_path = '' as $$
  select case when link.is_main_persons then clients.name else client_people.name end
  from public.clients
  left join public.client_people on client_people.id = link.person_id
  where clients.id = link.client_id
$$;

revoke execute on function private.person_of_link from public;

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
      'person', private.person_of_link(link),
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

-- Stores the client's answer to an update of type review. Returns 'stored', or the reason for a refusal: 'answered' if
-- there is an answer already, 'nameless', 'wordless' if changes are requested without a text, or 'too long'. Null if
-- the link is not valid or has no such update.
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
  name := btrim(coalesce(name, ''), E' \t\r\n');
  comment := btrim(coalesce(comment, ''), E' \t\r\n');
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
  return case when found then 'stored' else 'answered' end;
end
$$;

create index client_people_found_by_idx on public.client_people using gin (search_text extensions.gin_trgm_ops);

-- Finds names that contain the typed text: those that begin with it first, then the newest, up to a number for each
-- kind. Thousands of projects may share a word and their rows are wide, so older ones are only read if the newest are
-- not enough. The function bypasses row policies and returns ids only, because Postgres cannot use a trigram index
-- under row policies (its comparison could leak values); find_anything applies the policies to the result. Rows of
-- other agencies are left out here so that they take no places.
create or replace function private.found_containing(typed text) returns table (kind text, id uuid, likeness double precision)
language sql stable security definer
set search_path = '' set enable_seqscan = off as $$
  with caller as materialized (
    select private.my_agency_id() as agency_id, private.is_super_admin() as sees_everything
  ),
  newest_projects as (
    (
      select projects.id, projects.search_name, projects.created_at
      from public.projects
      where projects.agency_id = (select agency_id from caller) and not (select sees_everything from caller)
      order by projects.created_at desc limit 2000
    )
    union all
    (
      select projects.id, projects.search_name, projects.created_at
      from public.projects
      where (select sees_everything from caller)
      order by projects.created_at desc limit 2000
    )
  ),
  new_projects as materialized (
    select newest_projects.id, 1 + starts_with(search_name, typed)::int as likeness
    from newest_projects
    where search_name like private.anywhere(typed)
    order by likeness desc, created_at desc limit 8
  )
  (
    select 'client', clients.id, 1 + starts_with(clients.search_text, typed)::int as likeness
    from public.clients, caller
    where clients.search_text like private.anywhere(typed)
      and (clients.agency_id = caller.agency_id or caller.sees_everything)
    order by likeness desc, clients.created_at desc limit 8
  )
  union all
  (
    select 'client_person', client_people.id, 1 + starts_with(client_people.search_text, typed)::int as likeness
    from public.client_people
    join public.clients on clients.id = client_people.client_id
    cross join caller
    where client_people.search_text like private.anywhere(typed)
      and (clients.agency_id = caller.agency_id or caller.sees_everything)
    order by likeness desc, client_people.created_at desc limit 8
  )
  union all
  select 'project', new_projects.id, new_projects.likeness from new_projects
  union all
  (
    select 'project', projects.id, 1 + starts_with(projects.search_name, typed)::int as likeness
    from public.projects, caller
    where (select count(*) from new_projects) < 8
      and projects.search_name like private.anywhere(typed)
      and (projects.agency_id = caller.agency_id or caller.sees_everything)
      and projects.id not in (select new_projects.id from new_projects)
    order by likeness desc, projects.created_at desc limit 8
  )
  union all
  (
    select 'update', project_updates.id, 1 as likeness
    from public.project_updates
    join public.projects on projects.id = project_updates.project_id
    cross join caller
    where project_updates.search_text like private.anywhere(typed)
      and (projects.agency_id = caller.agency_id or caller.sees_everything)
    order by project_updates.created_at desc limit 8
  )
  union all
  (
    select 'person', user_profiles.id, 1 + starts_with(user_profiles.search_text, typed)::int as likeness
    from public.user_profiles, caller
    where split_part(user_profiles.search_text, chr(10), 1) like private.anywhere(typed)
      and (user_profiles.agency_id = caller.agency_id or caller.sees_everything)
    order by likeness desc limit 8
  )
$$;

-- Finds names that are similar to the typed text, the most similar first, under the same rules as found_containing. It
-- is slow for common words. Its cost is set by hand: Postgres assumes that comparing is free and would compare every
-- row.
create or replace function private.found_like(typed text) returns table (kind text, id uuid, likeness double precision)
language sql stable security definer
set search_path = '' set pg_trgm.word_similarity_threshold = 0.35 set enable_seqscan = off as $$
  with caller as materialized (
    select private.my_agency_id() as agency_id, private.is_super_admin() as sees_everything
  )
  (
    select 'client', clients.id,
      extensions.word_similarity(typed, clients.search_text) as likeness
    from public.clients, caller
    where typed operator(extensions.<%) clients.search_text
      and (clients.agency_id = caller.agency_id or caller.sees_everything)
    order by likeness desc, clients.created_at desc limit 8
  )
  union all
  (
    select 'client_person', client_people.id,
      extensions.word_similarity(typed, client_people.search_text) as likeness
    from public.client_people
    join public.clients on clients.id = client_people.client_id
    cross join caller
    where typed operator(extensions.<%) client_people.search_text
      and (clients.agency_id = caller.agency_id or caller.sees_everything)
    order by likeness desc, client_people.created_at desc limit 8
  )
  union all
  (
    select 'project', projects.id,
      extensions.word_similarity(typed, projects.search_name) as likeness
    from public.projects, caller
    where typed operator(extensions.<%) projects.search_name
      and (projects.agency_id = caller.agency_id or caller.sees_everything)
    order by likeness desc, projects.created_at desc limit 8
  )
  union all
  (
    select 'update', project_updates.id, extensions.word_similarity(typed, project_updates.search_text) as likeness
    from public.project_updates
    join public.projects on projects.id = project_updates.project_id
    cross join caller
    where typed operator(extensions.<%) project_updates.search_text
      and (projects.agency_id = caller.agency_id or caller.sees_everything)
    order by likeness desc, project_updates.created_at desc limit 8
  )
  union all
  (
    select 'person', user_profiles.id,
      extensions.word_similarity(typed, split_part(user_profiles.search_text, chr(10), 1)) as likeness
    from public.user_profiles, caller
    where typed operator(extensions.<%) split_part(user_profiles.search_text, chr(10), 1)
      and (user_profiles.agency_id = caller.agency_id or caller.sees_everything)
    order by likeness desc limit 8
  )
$$;

-- Finds clients, their people, projects, updates and colleagues that the caller may read: names that contain the typed text or, if there
-- are none, similar ones, the best match first. A text of fewer than three letters is only searched as it is. Each
-- result has a description that tells namesakes apart, and the client, project or person whose page shows it.
create or replace function public.find_anything(typed text)
returns table (kind text, id uuid, title text, detail text, page uuid, likeness double precision)
language sql stable set search_path = '' as $$
  with wanted as (
    select private.search_text(left(typed, 100)) as words where length(private.search_text(left(typed, 100))) >= 3
  ),
  containing as materialized (
    select named.* from wanted, private.found_containing(wanted.words) as named
  ),
  found as materialized (
    select * from containing
    union all
    select named.* from wanted, private.found_like(wanted.words) as named where not exists (select from containing)
  )
  select found.kind, clients.id, clients.name, clients.company_name, clients.id, found.likeness
  from found join public.clients on found.kind = 'client' and clients.id = found.id
  union all
  select found.kind, client_people.id, client_people.name, concat_ws(', ', client_people.role, clients.name), clients.id,
    found.likeness
  from found
  join public.client_people on found.kind = 'client_person' and client_people.id = found.id
  join public.clients on clients.id = client_people.client_id
  union all
  select found.kind, projects.id, projects.name, clients.name, projects.id, found.likeness
  from found
  join public.projects on found.kind = 'project' and projects.id = found.id
  left join public.clients on clients.id = projects.client_id
  union all
  select found.kind, project_updates.id, project_updates.title, projects.name, projects.id, found.likeness
  from found
  join public.project_updates on found.kind = 'update' and project_updates.id = found.id
  join public.projects on projects.id = project_updates.project_id
  union all
  select found.kind, user_profiles.id, user_profiles.display_name, null, user_profiles.id, found.likeness
  from found join public.user_profiles on found.kind = 'person' and user_profiles.id = found.id
  order by 6 desc, 3 limit 12
$$;

alter table public.audit_events drop constraint audit_events_kind_check;

alter table public.audit_events add constraint audit_events_kind_check CHECK ((kind = ANY (ARRAY['signed_in'::text, 'sign_in_failed'::text, 'password_changed'::text, 'second_step_removed'::text, 'address_changed'::text, 'created'::text, 'invited'::text, 'invitation_revoked'::text, 'password_reset'::text, 'deactivated'::text, 'reactivated'::text, 'account_deleted'::text, 'role_given'::text, 'role_taken'::text, 'joined_agency'::text, 'left_agency'::text, 'agency_added'::text, 'agency_changed'::text, 'agency_deleted'::text, 'plan_changed'::text, 'main_person_changed'::text, 'client_deleted'::text, 'person_deleted'::text, 'project_deleted'::text, 'step_deleted'::text, 'note_deleted'::text, 'update_deleted'::text, 'enquiry_deleted'::text, 'brought_back'::text, 'vault_copied'::text, 'vault_viewed'::text, 'vault_taken_over'::text, 'exported'::text, 'erased'::text])));

-- Records deleted people and notes of clients, notes of projects, steps and updates, with the client or project, and the name of
-- a person, the title of a step or update. The text of a note is not recorded.
create or replace function private.audit_deleted_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone constant jsonb := to_jsonb(old);
  kind constant text := case tg_table_name
    when 'project_updates' then 'update_deleted' when 'project_steps' then 'step_deleted'
    when 'client_people' then 'person_deleted' else 'note_deleted'
  end;
  owner record;
begin
  select clients.id, clients.agency_id, clients.name, project.name as project into owner
  from public.clients
  left join public.projects as project on project.id = (gone ->> 'project_id')::uuid
  where clients.id = coalesce((gone ->> 'client_id')::uuid, (
    select projects.client_id from public.projects where projects.id = (gone ->> 'project_id')::uuid
  ));
  if found then
    perform private.audit(
      kind, owner.agency_id, owner.id, owner.name,
      jsonb_strip_nulls(jsonb_build_object(
        'id', old.id, 'title', coalesce(gone -> 'title', gone -> 'name'), 'project', owner.project))
    );
  end if;
  return null;
end
$$;

create trigger audit_deletion
  after delete on public.client_people for each row execute function private.audit_deleted_entry();

alter table public.recently_deleted drop constraint recently_deleted_kind_check;

alter table public.recently_deleted add constraint recently_deleted_kind_check CHECK ((kind = ANY (ARRAY['client'::text, 'person'::text, 'project'::text, 'step'::text, 'note'::text, 'update'::text, 'enquiry'::text, 'agency'::text])));

drop policy "whoever may delete it sees it, and brings it back" on public.recently_deleted;

create policy "whoever may delete it sees it, and brings it back"
  on public.recently_deleted for select to authenticated
  using (
    (select private.is_super_admin())
    or (kind in ('client', 'person', 'project', 'step', 'note', 'update') and agency_id = (select private.my_active_agency_id()))
    or (kind = 'enquiry' and (select private.answers_enquiries()) and (select private.has_role('agency_admin', 'admin')))
  );

-- The title, parent and owner of a deleted row. No row if the parent is gone, because then the row was deleted with its
-- parent.
create or replace function private.about_deleted(place name, gone jsonb)
returns table (kind text, title text, belongs_to text, agency_id uuid, client_id uuid)
language sql stable security definer set search_path = '' as $$
  select 'client', gone ->> 'name', null, agencies.id, (gone ->> 'id')::uuid
  from public.agencies where place = 'clients' and agencies.id = (gone ->> 'agency_id')::uuid
  union all
  select
    case place when 'projects' then 'project' else 'person' end, gone ->> 'name', clients.name, clients.agency_id, clients.id
  from public.clients where place in ('projects', 'client_people') and clients.id = (gone ->> 'client_id')::uuid
  union all
  select 'note', left(gone ->> 'note_text', 200), clients.name, clients.agency_id, clients.id
  from public.clients where place = 'client_notes' and clients.id = (gone ->> 'client_id')::uuid
  union all
  select
    case place when 'project_notes' then 'note' when 'project_steps' then 'step' else 'update' end, coalesce(gone ->> 'title', left(gone ->> 'note_text', 200)),
    projects.name, projects.agency_id, projects.client_id
  from public.projects where place in ('project_notes', 'project_steps', 'project_updates') and projects.id = (gone ->> 'project_id')::uuid
  union all
  select 'enquiry', gone ->> 'name', gone ->> 'email', private.website_agency_id(), null
  where place = 'contact_submissions'
  union all
  select 'agency', gone ->> 'name', null, (gone ->> 'id')::uuid, null
  where place = 'agencies'
$$;

create trigger keep_deleted
  before delete on public.client_people for each row execute function private.keep_deleted();

-- Matches imported rows with the agency's clients that the caller may read: by id, by email address, or by name and
-- company, exactly or as a search compares them. `place` counts from 1. Hash joins read each client once, where 5,000
-- rows would otherwise read it 5,000 times.
create or replace function public.match_clients(agency uuid, given jsonb)
returns table (place integer, recognised_by text, found jsonb)
language sql stable set search_path = '' as $$
  with wanted as (
    select wanted.place, wanted.id, lower(email) as email, lower(name) as name, lower(coalesce(company_name, '')) as company,
           private.search_text(name) as alike_name, coalesce(private.search_text(company_name), '') as alike_company
    from rows from (
      jsonb_to_recordset(given) as (id uuid, email text, name text, company_name text)
    ) with ordinality as wanted (id, email, name, company_name, place)
  ),
  mine as materialized (
    select id, lower(email) as email, lower(name) as name, lower(coalesce(company_name, '')) as company, created_at,
           split_part(search_text, chr(10), 1) as alike_name, split_part(search_text, chr(10), 3) as alike_company
    from public.clients where agency_id = agency
  ),
  candidates as (
    select wanted.place, mine.id, 'id' as by, 1 as rank, mine.created_at
    from wanted join mine on mine.id = wanted.id
    union all
    select wanted.place, mine.id, 'email', case when mine.name = wanted.name then 2 else 3 end, mine.created_at
    from wanted join mine on mine.email = wanted.email
    union all
    select wanted.place, mine.id, 'name',
           case when (mine.name, mine.company) = (wanted.name, wanted.company) then 4 else 5 end, mine.created_at
    from wanted join mine on mine.alike_name = wanted.alike_name and mine.alike_company = wanted.alike_company
  ),
  best as (
    select distinct on (place) place, id, by from candidates order by place, rank, created_at, id
  )
  select best.place::integer, best.by, to_jsonb(clients) - 'search_text' - 'people_text'
  from best join public.clients on clients.id = best.id
  order by best.place
$$;

-- Erases a client with the enquiry it came from, and further enquiries from the addresses of its people that became no
-- other client. Deleted rows of these are restored first, so that they are erased like the others.
create or replace function private.erase_client(client uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  addresses text[];
  enquiries uuid[];
begin
  perform private.put_back(id) from public.recently_deleted where kind = 'client' and subject_id = client;
  perform private.put_back(id) from public.recently_deleted where kind = 'person' and client_id = client;
  addresses := array(
    select lower(email) from public.clients where id = client
    union
    select lower(email) from public.client_people where client_id = client and email is not null
  );
  perform private.put_back(id) from public.recently_deleted
  where kind = 'enquiry' and lower(belongs_to) = any (addresses);
  enquiries := array(
    select id from public.contact_submissions
    where client_id = client or client_id is null and lower(email) = any (addresses)
  );
  perform private.erase_mails(
    array(select email from public.contact_submissions where id = any (enquiries)) || addresses,
    array(select name from public.contact_submissions where id = any (enquiries))
  );
  delete from public.contact_submissions where id = any (enquiries);
  delete from public.clients where id = client;
  delete from public.recently_deleted where client_id = client;
  perform public.erase_from_audit_trail(subject) from unnest(enquiries || client) as subject;
end
$$;

alter publication supabase_realtime add table public.client_people;
