-- Comments of functions

-- Keeps exactly one agency as the owner of the website: the first one gets it, and one that takes it over takes it from
-- the previous one. An agency cannot only give it up.
create or replace function private.hand_over_website() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.hand_over_website', 0));
  if tg_op = 'INSERT' then
    -- This query sees the rows that the same statement has added. A restored agency does not take the website back.
    new.answers_website := new.answers_website and private.is_bringing_back() is not true
      or not exists (select from public.agencies where answers_website);
  end if;
  if new.answers_website then
    update public.agencies set answers_website = false where answers_website and id <> new.id;
  elsif pg_trigger_depth() = 1 and tg_op = 'UPDATE' then
    new.answers_website := true;
  end if;
  return new;
end
$$;

-- Decides which columns of a profile its owner and which an admin may change; the policy allows both to update it.
create or replace function private.verify_profile_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Only changes by signed-in callers are checked: deleting an agency also updates profiles, as the owner of the table.
  if current_user <> 'authenticated' then
    return new;
  end if;
  if new.agency_id is distinct from old.agency_id and (new.id = private.my_id() or not private.is_super_admin()) then
    raise exception 'Only a super admin puts somebody into an agency, and nobody themselves.' using errcode = '42501';
  end if;
  if (new.display_name, new.avatar_url, new.wants_digest) is distinct from (old.display_name, old.avatar_url, old.wants_digest)
     and new.id <> private.my_id() then
    raise exception 'Only the person themselves changes their name, picture and mails.' using errcode = '42501';
  end if;
  return new;
end
$$;

-- Copies a client's new name into the search text of its projects.
create or replace function private.rename_client_in_projects() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.projects
  -- Only the last line changes, so the description is not processed again.
  set search_text = split_part(projects.search_text, chr(10), 1) || chr(10)
    || split_part(projects.search_text, chr(10), 2) || chr(10) || private.search_text(new.name)
  where projects.client_id = new.id;
  return null;
end
$$;

-- Removes all files of an update that is deleted for good, also files without an attachment, and also when the update
-- is deleted with its project, client or agency (private/abandoned_files.sql).
create or replace function private.delete_files_of_updates() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.my_id() is not null then
    return null;
  end if;
  perform private.abandon_files('client-update-files', array(
    select objects.name
    from gone
    join storage.objects
      on objects.bucket_id = 'client-update-files'
      -- '0' follows '/' in byte order, so the range covers all names in the update's folder.
      and objects.name collate "C" >= gone.id || '/'
      and objects.name collate "C" < gone.id || '0'
  ));
  return null;
end
$$;

-- Marks a message with the reasons to suspect it, and refuses a flood.
create or replace function private.weigh_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  limits private.contact_limits;
  from_sender bytea;
  from_address int;
  in_all int;
begin
  select * into strict limits from private.contact_limits;

  -- The honeypot field arrives as a header instead of a column, so the row is the same for everybody.
  if private.request_header('x-contact-trap') is not null then
    new.suspicions := new.suspicions || 'trap'::text;
  end if;
  -- A person's name contains no links. concat_ws is used because the message may be null.
  if private.count_links(new.name) > 0
     or private.count_links(concat_ws(' ', new.business_name, new.phone, new.message)) > limits.most_links then
    new.suspicions := new.suspicions || 'links'::text;
  end if;

  -- The server sets this where RATE_LIMITS is off.
  if current_setting('app.settings.rate_limits', true) = 'off' then
    return new;
  end if;

  -- Rows that a concurrent request is deleting are skipped, not waited for.
  delete from private.contact_arrivals where id in (
    select id from private.contact_arrivals
    where arrived_at <= now() - interval '1 hour' order by id for update skip locked
  );
  from_sender := sha256(convert_to(
    limits.salt || host(private.sender_network(private.request_header(limits.address_header))), 'UTF8'));
  insert into private.contact_arrivals (sender) values (from_sender);
  -- No lock is taken: concurrent requests may not see each other, which lets a few more through.
  select count(*), count(*) filter (where sender = from_sender) into in_all, from_address
  from private.contact_arrivals where arrived_at > now() - interval '1 hour';

  if from_address > limits.most_per_address
     or (in_all > limits.most_in_all and from_address > limits.always_per_address) then
    raise sqlstate 'PT429' using
      message = 'Too many messages were sent.',
      hint = 'Please try again in an hour.';
  end if;
  if from_address > limits.suspicious_per_address then
    new.suspicions := new.suspicions || 'address'::text;
  end if;
  if in_all > limits.suspicious_in_all then
    new.suspicions := new.suspicions || 'volume'::text;
  end if;
  return new;
end
$$;

-- Accepts a repeated message within ten minutes without storing it again: it is a second click or a reload.
create or replace function private.skip_repeated_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_bringing_back() then
    return new;
  end if;
  -- Two simultaneous clicks wait for each other, so that the second sees the first one's row.
  perform pg_advisory_xact_lock(hashtextextended('private.skip_repeated_message', hashtext(new.email)));
  if exists (
    select from public.contact_submissions sent
    where sent.email = new.email
      and sent.created_at > now() - interval '10 minutes'
      and (sent.name, sent.business_name, sent.phone, sent.service, sent.message)
          is not distinct from (new.name, new.business_name, new.phone, new.service, new.message)
  ) then
    return null;
  end if;
  return new;
end
$$;

-- Sets the person who handles an enquiry and the time of the answer, which nobody can write themselves.
create or replace function private.handle_enquiry() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.state = 'new' then
    new.taken_by := null;
    new.taken_at := null;
    new.answered_at := null;
  else
    -- A person who handles it already keeps the time at which they took it.
    if old.taken_by is null or (new.state = 'taken' and old.taken_by is distinct from private.my_id()) then
      new.taken_by := coalesce(private.my_id(), old.taken_by);
      new.taken_at := now();
    end if;
    if new.state in ('answered', 'client') then
      new.answered_at := coalesce(old.answered_at, now());
    elsif new.state = 'taken' then
      new.answered_at := null;
    end if;
  end if;
  return new;
end
$$;

-- The recipients of mails about enquiries: the agency that owns the website; without an address of its own, the
-- installation's CONTACT_EMAIL (`configured`); otherwise the super admins.
create or replace function public.enquiry_recipients(configured text default null) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select array[email] from public.agencies where answers_website and email is not null),
    (select array_agg(btrim(address)) from regexp_split_to_table(nullif(btrim(configured), ''), ',') as address),
    (select array_agg(users.email::text order by users.email)
     from auth.users join public.user_roles on user_roles.user_id = users.id
     where user_roles.role = 'super_admin' and users.email is not null
       and (users.banned_until is null or users.banned_until <= now())
       -- Addresses at .invalid (RFC 2606) belong to trial accounts and receive nothing.
       and users.email not like '%.invalid'),
    '{}'
  )
$$;

-- Deactivates a person: all their access ends at once and cannot be regained until they are reactivated; their work
-- stays. Their open projects stay assigned to them unless a super admin names a successor, who also looks after their
-- clients from then on. An agency admin hands over the clients alone, because everybody of the agency may change that.
create or replace function public.deactivate_person(person uuid, reassign_to uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Calls run one at a time: two super admins who deactivate each other would leave none.
  perform pg_advisory_xact_lock(hashtext('private.keep_a_super_admin'));
  perform private.require_care_of(person);
  if reassign_to is not null then
    if reassign_to = person then
      raise exception 'Their projects and clients go to somebody else.' using errcode = '23514';
    end if;
    update public.projects set assigned_to = reassign_to
    where assigned_to = person and status not in ('completed', 'cancelled') and private.is_super_admin();
    update public.clients set looked_after_by = reassign_to where looked_after_by = person;
  end if;
  update auth.users set banned_until = now() + interval '100 years'
  where id = person and (banned_until is null or banned_until < now() + interval '50 years');
  if found then
    update auth.sessions set not_after = now() where user_id = person and (not_after is null or not_after > now());
    perform private.audit('deactivated', private.audit_agency_of(person), person, private.audit_name(person));
  end if;
end
$$;

-- Revokes an invitation that was not accepted: deletes the prepared account, and with it the link.
create or replace function public.revoke_invitation(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_care_of(person);
  perform private.audit('invitation_revoked', private.audit_agency_of(person), person, private.audit_name(person));
  -- The deletion waits for a concurrent acceptance and then leaves the account unchanged.
  delete from auth.users where id = person and invited_at is not null and not private.has_come(id);
  if not found then
    raise exception 'They have accepted the invitation already.' using errcode = 'PT409';
  end if;
end
$$;

-- Adds rows, and changes those that have an `id` and an `updated_at` that is still current; null values leave a column
-- unchanged. Called again for the same import, even without rows, it returns the result of the first call.
create or replace function public.import_rows(import uuid, place text, agency uuid, given jsonb)
returns table (added integer, updated integer)
language plpgsql set search_path = '' as $$
declare
  columns constant text[] := private.imported_columns(place);
  listed constant text := array_to_string(columns, ', ');
  new_rows constant jsonb := jsonb_path_query_array(given, '$[*] ? (!exists(@.id))');
  is_known boolean;
  before jsonb;
  inserted jsonb;
  changed jsonb;
begin
  -- Only these column names are used to build a statement.
  if columns is null then
    raise exception 'Only clients and projects are imported.' using errcode = '22023';
  end if;
  -- A second call for the same import waits until the first one has finished.
  perform pg_advisory_xact_lock(hashtextextended(import::text, 0));
  return query select imports.added, imports.updated from public.imports where imports.id = import;
  if found or jsonb_array_length(given) = 0 then
    return;
  end if;
  if agency is distinct from private.my_active_agency_id() and not private.is_super_admin() then
    raise exception 'You may not import into this agency.' using errcode = '42501';
  end if;
  if jsonb_array_length(given) > 5000 then
    raise sqlstate 'PT413' using message = 'At most 5,000 rows are imported at once.';
  end if;

  -- If two people import the same file at once, the second call finds the rows of the first.
  perform pg_advisory_xact_lock(hashtextextended(agency::text, 0));
  -- A client with the same name but another address is a different client, unless the row names it by id.
  execute format(
    $sql$
    select exists (
      select from public.%I($1, $2) as known
      where known.found is not null and to_jsonb(known) ->> 'recognised_by' is distinct from 'name'
    )
    $sql$, 'match_' || place
  ) using agency, new_rows into is_known;
  if is_known then
    raise sqlstate 'PT409' using message = 'Somebody has added some of these meanwhile. Please look at the preview again.';
  end if;

  execute format(
    $sql$
    with inserted as (
      insert into public.%1$I (agency_id, %2$s)
      select $1, %2$s from jsonb_populate_recordset(null::public.%1$I, $2)
      returning id, updated_at
    )
    select coalesce(jsonb_agg(inserted), '[]') from inserted
    $sql$, place, listed
  ) using agency, new_rows into inserted;

  execute format(
    $sql$
    select coalesce(jsonb_agg(kept), '[]')
    from (
      select kept.*
      from public.%1$I as kept
      join jsonb_populate_recordset(null::public.%1$I, $2) as new on new.id = kept.id and new.updated_at = kept.updated_at
      where kept.agency_id = $1
      for update of kept
    ) as kept
    $sql$, place
  ) using agency, given into before;
  execute format(
    $sql$
    with changed as (
      update public.%1$I as kept
      set (%2$s) = row(%3$s)
      from jsonb_populate_recordset(null::public.%1$I, $2) as new
      where kept.id = new.id and kept.updated_at = new.updated_at and kept.agency_id = $1
      returning kept.id, kept.updated_at
    )
    select coalesce(jsonb_agg(changed), '[]') from changed
    $sql$, place, listed,
    (select string_agg(format('coalesce(new.%1$I, kept.%1$I)', name), ', ') from unnest(columns) as name)
  ) using agency, given into changed;
  if jsonb_array_length(new_rows) + jsonb_array_length(changed) < jsonb_array_length(given) then
    raise sqlstate 'PT409' using message = 'Somebody has changed some of these meanwhile. Please look at the preview again.';
  end if;

  perform private.note_import(import, place, agency, inserted, changed, before);
  return query select imports.added, imports.updated from public.imports where imports.id = import;
end
$$;

-- Takes the next rows of an import that nobody has edited since, and removes their records, because they are about to
-- be undone.
create or replace function private.take_imported_rows(import uuid, place regclass, most integer)
returns table (subject uuid, earlier jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  untouched uuid[];
begin
  -- The rows are locked first, so that no new row can refer to them meanwhile.
  execute format(
    $sql$
    select array_agg(id) from (
      select kept.id
      from private.imported_rows
      join %s as kept on kept.id in (imported_rows.client_id, imported_rows.project_id)
      where imported_rows.import_id = $1 and kept.updated_at = imported_rows.updated_at
      for update of kept
    ) as kept
    $sql$, place
  ) using import into untouched;
  return query
  delete from private.imported_rows
  where imported_rows.import_id = import
    and coalesce(imported_rows.client_id, imported_rows.project_id) in (
      select coalesce(candidates.client_id, candidates.project_id)
      from private.imported_rows as candidates
      where candidates.import_id = import
        and coalesce(candidates.client_id, candidates.project_id) = any (untouched)
        and (
          candidates.before is not null
          or coalesce(candidates.client_id, candidates.project_id) not in (
            select leaned_on from private.leaned_on(place, untouched)
          )
        )
      limit most
    )
  returning coalesce(imported_rows.client_id, imported_rows.project_id), imported_rows.before;
  update public.imports set undone_at = now()
  where imports.id = import and not exists (select from private.imported_rows where import_id = import);
end
$$;
