-- replaces: 20261227000000
-- Letters are seen as people see them: searches, mentions and imports take Müller for what "muller" means.
-- Which letters people take for the same. Whoever looks for "muller", "o'dwyer" or "jean luc" means Müller, O’Dwyer and Jean‑Luc.
-- web/lib/letters.ts is the same rule for the browser, and a test holds the two together.

-- A text in small letters without accents, points and invisible signs, with one kind of blank, apostrophe, quotation mark and
-- hyphen. Letters that Unicode does not take apart are spelt as people type them without their key: ß is ss, ø is o, þ is th.
-- Most texts are plain ASCII and need none of that, which saves two thirds of the time.
create function private.same_letters(text text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(
  case
    when octet_length(text) = length(text) then lower(translate(text, '`', ''''))
    else replace(replace(replace(replace(
      translate(
        lower(regexp_replace(
          -- Normalized, the acute and its like would be a blank and a mark.
          normalize(translate(text, '´΄᾽᾿῾', ''''''''''''), nfkd),
          '[\u00AD\u00B7\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u061C'
          '\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF'
          '\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF\U000E0100-\U000E01EF]+',
          '', 'g'
        )),
        '`‘’‚‛ʹʻʼʽʾʿ′‵ꞌ׳' || '“”„‟〝〞〟«»״' || '‐‒–—―−⁃֊־・゠' || 'ıøłđðħŧŋəɓɗƙƴɛɔς⁄' || 'ىیکةہھٱ' || '٠١٢٣٤٥٦٧٨٩' || '۰۱۲۳۴۵۶۷۸۹',
        repeat('''', 15) || repeat('"', 10) || repeat('-', 11) || 'iolddhtnebdkyeoσ/' || 'ييكههها' || '0123456789' || '0123456789'
      ),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end,
  '[\u0009-\u000D\u0020\u0085\u1680\u2028\u2029]+', ' ', 'g'
));
revoke execute on function private.same_letters from public;
grant execute on function private.same_letters to anon, authenticated, service_role;

-- What a search compares: the same, and whoever leaves an apostrophe away or writes a blank for a hyphen finds it, too. It has
-- no line breaks, so that they can stand between several texts.
create function private.search_text(text text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(replace(private.same_letters(text), '''', ''), '[ -]+', ' ', 'g'));
revoke execute on function private.search_text from public;
grant execute on function private.search_text to anon, authenticated, service_role;

-- Columns that are generated are made anew, since PostgreSQL 15 cannot change what they are made of.
alter table public.agencies add column search_text text generated always as (private.search_text(name)) stored;

alter table public.user_profiles drop column search_text;
alter table public.user_profiles add column search_text text generated always as
  (coalesce(private.search_text(display_name), '') || chr(10) || private.search_text(id::text)) stored;

alter table public.clients drop column search_text;
alter table public.clients add column search_text text generated always as
  (private.search_text(name) || chr(10) || private.search_text(email) || chr(10)
    || coalesce(private.search_text(company_name), '')) stored;

alter table public.contact_submissions drop column search_text;
alter table public.contact_submissions add column search_text text generated always as
  (private.search_text(name) || chr(10) || private.search_text(business_name) || chr(10) || private.search_text(email)) stored;

alter table public.projects add column search_name text generated always as (private.search_text(name)) stored;
alter table public.project_updates add column search_text text generated always as (private.search_text(title)) stored;
alter table public.chat_messages add column search_text text generated always as (private.search_text(content)) stored;
alter table public.recently_deleted add column search_text text generated always as
  (private.search_text(title) || chr(10) || coalesce(private.search_text(belongs_to), '')) stored;

drop index public.projects_found_by_idx;
drop index public.project_updates_found_by_idx;
create index clients_found_by_idx on public.clients using gin (search_text extensions.gin_trgm_ops);
create index projects_found_by_idx on public.projects using gin (search_name extensions.gin_trgm_ops);
create index project_updates_found_by_idx on public.project_updates using gin (search_text extensions.gin_trgm_ops);

-- The words that a project is found by.
create or replace function private.project_search_text(name text, description text, client_name text) returns text
language sql immutable set search_path = '' as $$
  select private.search_text(name) || chr(10) || coalesce(private.search_text(description), '') || chr(10)
    || coalesce(private.search_text(client_name), '')
$$;

-- A client's new name is found in its projects.
create or replace function private.rename_client_in_projects() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.projects
  -- Its last line, without reading the description again.
  set search_text = split_part(projects.search_text, chr(10), 1) || chr(10)
    || split_part(projects.search_text, chr(10), 2) || chr(10) || private.search_text(new.name)
  where projects.client_id = new.id;
  return null;
end
$$;

create or replace function private.write_user_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_accounts as known (user_id, email, last_sign_in_at, invited_at, search_text)
  select
    users.id, users.email, users.last_sign_in_at,
    case when users.email_confirmed_at is null then users.invited_at end,
    concat_ws(
      chr(10), private.search_text(profiles.display_name), private.search_text(profiles.id::text),
      private.search_text(users.email)
    )
  from auth.users join public.user_profiles as profiles on profiles.id = users.id
  where users.id = new.id
  on conflict (user_id) do update
    set email = excluded.email, last_sign_in_at = excluded.last_sign_in_at, invited_at = excluded.invited_at,
        search_text = excluded.search_text;
  return null;
end
$$;

-- Whom words mention of an agency's staff: by @ and a name as colleagues see it, or its first word where only one has that. Of
-- "Ana" and "Ana Maria" the longer one is meant where it stands there. Accents and the kind of blank or hyphen make no other
-- name (private/letters.sql). An e-mail address mentions nobody.
create or replace function private.mentioned_in(words text, agency uuid) returns setof uuid
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

-- Names that contain what was typed, those that begin with it first, then the newest: so many of each kind as somebody looks
-- through. Thousands of projects may share a word, and their rows are wide: where the newest have enough of it, the others are
-- not read. It sees every row and tells ids alone, because under row policies Postgres uses no trigram index (it could leak what
-- it compares). Which of them the caller reads is for the policies to say, in find_anything; here another agency's are left out
-- only so that they do not take the places of one's own.
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

-- Names like the one that was typed, with a mistake or two, the likeliest first; what of found_containing holds of it too. It is
-- slow where the words are common. Postgres thinks that comparing costs nothing, and would compare every row.
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

-- Clients, projects, updates and people whose names contain what was typed, or, where none does, are like it, as far as the caller
-- reads them: the likeliest first (fewer than three letters are like too much), with what tells one from another, and the client,
-- project or person whose page has it.
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

create or replace function private.audit_subjects_named(part text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select id from private.audit_subjects where strpos(names, private.search_text(part)) > 0)
$$;

-- Adds a line. Who did it is the caller, unless it is said.
create or replace function private.audit(
  kind text, agency uuid, subject uuid, name text, said jsonb default '{}', actor_kind text default null,
  actor uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  actor_name text;
  names_of record;
begin
  if actor_kind is null then
    actor := private.my_id();
    if actor is null and auth.role() = 'service_role' then
      actor := private.audit_asker(subject::text);
      actor_kind := 'service key';
    end if;
    actor_kind := case when actor is not null then 'person' else coalesce(actor_kind, 'server') end;
  end if;
  actor_name := private.audit_name(actor);

  -- Always in the same order, so that no two of them wait for each other.
  for names_of in
    select known.id, concat_ws(chr(10), private.search_text(known.name), private.search_text(users.email)) as names
    from (values (actor, actor_name), (subject, name)) as known (id, name)
    left join auth.users on users.id = known.id
    where known.id is not null and known.name is not null
    order by known.id
  loop
    insert into private.audit_subjects as known (id, names) values (names_of.id, names_of.names)
    on conflict do nothing;
    update private.audit_subjects as known set names = right(known.names || chr(10) || names_of.names, 2000)
    where known.id = names_of.id and strpos(known.names, names_of.names) = 0;
  end loop;

  insert into public.audit_events (kind, agency_id, actor_kind, actor_id, actor, subject_id, said)
  values (
    kind, agency, actor_kind, actor, private.audit_encrypt(actor, jsonb_build_object('name', actor_name)), subject,
    private.audit_encrypt(subject, jsonb_build_object('name', name) || said)
  );
end
$$;

create or replace function private.audit_agency() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant jsonb := to_jsonb(old) - 'updated_at' - 'search_text';
  after constant jsonb := to_jsonb(new) - 'updated_at' - 'search_text';
  said jsonb := '{}';
begin
  if tg_op = 'UPDATE' then
    select jsonb_build_object('before', jsonb_object_agg(key, before -> key), 'after', jsonb_object_agg(key, value))
    into said
    from jsonb_each(after)
    where before -> key is distinct from value;
    if said -> 'after' = 'null' then
      return null;
    end if;
  end if;
  perform private.audit(
    case tg_op when 'INSERT' then 'agency_added' when 'UPDATE' then 'agency_changed' else 'agency_deleted' end,
    coalesce(new.id, old.id), coalesce(new.id, old.id), coalesce(new.name, old.name), said
  );
  return null;
end
$$;

-- Which clients of the agency these are, as far as the caller sees them: by id, by e-mail, or by name and company together, as
-- they are written or else as a search compares them; `place` counts from 1. The hash joins look at each client once, where 5,000 rows would look 5,000 times.
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
  select best.place::integer, best.by, to_jsonb(clients) - 'search_text'
  from best join public.clients on clients.id = best.id
  order by best.place
$$;

-- Which client each of these projects is for, named by e-mail, name, company or id, how many are called so, and which
-- project it is, by id or by its client and name.
create or replace function public.match_projects(agency uuid, given jsonb)
returns table (place integer, client_id uuid, clients_named integer, found jsonb)
language sql stable set search_path = '' as $$
  with wanted as (
    select wanted.place, wanted.id, lower(name) as name, private.search_text(name) as alike_name,
           lower(client) as client, private.search_text(client) as alike_client, wanted.client_id
    from rows from (
      jsonb_to_recordset(given) as (id uuid, name text, client text, client_id uuid)
    ) with ordinality as wanted (id, name, client, client_id, place)
  ),
  mine as materialized (
    select id, lower(email) as email, lower(name) as name, lower(company_name) as company,
           split_part(search_text, chr(10), 1) as alike_name, split_part(search_text, chr(10), 3) as alike_company
    from public.clients where agency_id = agency
  ),
  named as (
    select wanted.place, mine.id, 1 as rank from wanted join mine on mine.id = wanted.client_id
    union all
    select wanted.place, mine.id, 2 from wanted join mine on mine.email = wanted.client
    union all
    select wanted.place, mine.id, case when mine.name = wanted.client then 3 else 4 end
    from wanted join mine on mine.alike_name = wanted.alike_client
    union all
    select wanted.place, mine.id, case when mine.company = wanted.client then 5 else 6 end
    from wanted join mine on mine.alike_company = wanted.alike_client and mine.company is not null
  ),
  meant as (
    select distinct on (place) place, id, count(*) over (partition by place, rank) as named
    from named order by place, rank
  ),
  candidates as (
    select wanted.place, projects.id, 1 as rank, projects.created_at
    from wanted join public.projects on projects.id = wanted.id and projects.agency_id = agency
    union all
    select wanted.place, projects.id, case when lower(projects.name) = wanted.name then 2 else 3 end, projects.created_at
    from wanted
    join meant on meant.place = wanted.place
    join public.projects on projects.client_id = meant.id and projects.search_name = wanted.alike_name
  ),
  best as (
    select distinct on (place) place, id from candidates order by place, rank, created_at, id
  )
  select wanted.place::integer, meant.id, coalesce(meant.named, 0)::integer, to_jsonb(projects) - 'search_text' - 'search_name'
  from wanted
  left join meant on meant.place = wanted.place
  left join best on best.place = wanted.place
  left join public.projects on projects.id = best.id
  order by wanted.place
$$;

-- What triggers keep is written anew. Nobody edited any of it, so the triggers that tell of edits stay silent.
alter table public.projects disable trigger user;
update public.projects
set search_text = private.project_search_text(projects.name, projects.description, clients.name)
from public.clients
where clients.id = projects.client_id;
alter table public.projects enable trigger user;

update public.user_accounts
set search_text = concat_ws(
  chr(10), private.search_text(profiles.display_name), private.search_text(profiles.id::text), private.search_text(users.email)
)
from public.user_profiles as profiles
join auth.users on users.id = profiles.id
where profiles.id = user_accounts.user_id;

update private.audit_subjects
set names = (
  select string_agg(private.search_text(line), chr(10) order by place)
  from string_to_table(names, chr(10)) with ordinality as kept (line, place)
);
