-- plain policy names, withdrawn reminders

alter policy "whoever sees a client reads its earlier plans" on public.client_earlier_plans
  rename to "people who see a client read its earlier plans";
alter policy "whoever sees a link reads when it was opened" on public.client_link_openings
  rename to "people who see a link read when it was opened";
alter policy "whoever sees a client reads its links" on public.client_links
  rename to "people who see a client read its links";
alter policy "whoever sees a client renames, renews and revokes its links" on public.client_links
  rename to "people who see a client rename, renew and revoke its links";
alter policy "whoever sees an update mails it, if the client sees it too" on public.client_mails
  rename to "people who see an update mail it, if the client sees it too";
alter policy "whoever sees an update reads to whom it was mailed" on public.client_mails
  rename to "people who see an update read to whom it was mailed";
alter policy "whoever sees a client adds notes of their own" on public.client_notes
  rename to "people who see a client add notes of their own";
alter policy "whoever sees a client deletes the notes about it" on public.client_notes
  rename to "people who see a client delete its notes";
alter policy "whoever sees a client reads the notes about it" on public.client_notes
  rename to "people who see a client read its notes";
alter policy "whoever wrote a note edits it" on public.client_notes
  rename to "authors edit their notes";
alter policy "whoever sees a client adds people to it" on public.client_people
  rename to "people who see a client add people to it";
alter policy "whoever sees a client deletes its people" on public.client_people
  rename to "people who see a client delete its people";
alter policy "whoever sees a client edits its people" on public.client_people
  rename to "people who see a client edit its people";
alter policy "whoever sees a client reads its people" on public.client_people
  rename to "people who see a client read its people";
alter policy "whoever sees an update attaches files to it" on public.client_update_attachments
  rename to "people who see an update attach files to it";
alter policy "whoever sees an update deletes its attachments" on public.client_update_attachments
  rename to "people who see an update delete its attachments";
alter policy "whoever sees an update reads its attachments" on public.client_update_attachments
  rename to "people who see an update read its attachments";
alter policy "whoever sees an update renames its attachments" on public.client_update_attachments
  rename to "people who see an update rename its attachments";
alter policy "whoever sees a project adds notes of their own" on public.project_notes
  rename to "people who see a project add notes of their own";
alter policy "whoever sees a project deletes the notes about it" on public.project_notes
  rename to "people who see a project delete its notes";
alter policy "whoever sees a project reads the notes about it" on public.project_notes
  rename to "people who see a project read its notes";
alter policy "whoever wrote a note edits it" on public.project_notes
  rename to "authors edit their notes";
alter policy "whoever sees an update reads what it said before" on public.project_update_versions
  rename to "people who see an update read its earlier versions";
alter policy "whoever sees a project adds updates of their own" on public.project_updates
  rename to "people who see a project add updates of their own";
alter policy "whoever sees a project deletes its updates" on public.project_updates
  rename to "people who see a project delete its updates";
alter policy "whoever sees a project reads its updates" on public.project_updates
  rename to "people who see a project read its updates";
alter policy "whoever may delete it sees it, and brings it back" on public.recently_deleted
  rename to "people who may delete a row see and restore it";
alter policy "whoever sees an update reads what the client answered" on public.update_answers
  rename to "people who see an update read the answer of the client";
alter policy "whoever reads a profile reads its roles" on public.user_roles
  rename to "people who read a profile read its roles";
alter policy "whoever sees an update reads its files" on storage.objects
  rename to "people who see an update read its files";
alter policy "whoever sees an update removes its files" on storage.objects
  rename to "people who see an update remove its files";
alter policy "whoever sees an update uploads files to it" on storage.objects
  rename to "people who see an update upload files to it";
alter policy "whoever uploaded a file takes it back until it is sent" on storage.objects
  rename to "people remove a file that they uploaded until it is sent";
alter policy "whoever writes the website lists its pictures" on storage.objects
  rename to "people who edit the website list its pictures";
alter policy "whoever writes the website removes its pictures" on storage.objects
  rename to "people who edit the website remove its pictures";
alter policy "whoever writes the website uploads its pictures" on storage.objects
  rename to "people who edit the website upload its pictures";

-- Refuses to remove the last super admin, because nobody could grant that role again. This also holds when a user is
-- deleted.
create or replace function private.keep_a_super_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Removals run one at a time: two concurrent ones would each see the person that the other removes.
  perform pg_advisory_xact_lock(hashtext('private.keep_a_super_admin'));
  if not exists (
    select from public.user_roles join public.user_profiles on user_profiles.id = user_roles.user_id
    where user_roles.role = 'super_admin' and user_profiles.deactivated_at is null
  ) then
    raise exception 'The last super admin cannot be removed.' using errcode = '42501';
  end if;
  return null;
end
$$;

-- Withdraws a reminder that still waits for the mail server when the client has answered. Hosted Supabase queues no mails.
create function private.withdraw_reminders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('mail.mails') is not null then
    delete from mail.mails
    where state = 'waiting'
      and (claimed_until is null or claimed_until < now())
      and key in (
        select 'client/' || client_mails.id from public.client_mails
        where client_mails.update_id = new.update_id and client_mails.reminder is not null
      );
  end if;
  return null;
end
$$;

revoke execute on function private.withdraw_reminders from public;

create trigger withdraw_reminders
  after insert on public.update_answers for each row execute function private.withdraw_reminders();

create or replace function private.give_number() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A restored message keeps its number.
  if private.is_bringing_back() then
    return new;
  end if;
  -- The row policies decide whether the agency exists; this trigger must not reveal it.
  insert into private.chat_rooms as room (agency_id, room_id, last_number)
  select id, new.room_id, 1 from public.agencies where id = new.agency_id
  on conflict (agency_id, room_id) do update set last_number = room.last_number + 1
  returning last_number into new.number;
  new.number := coalesce(new.number, 0);
  -- Without a given time, the time of storing counts, not that of the start of the transaction.
  if new.created_at = now() then
    new.created_at := clock_timestamp();
  end if;
  return new;
end
$$;

-- Limits messages and changes to ten in five seconds for each person, over all tabs and all ways to write; nobody types
-- faster.
create or replace function private.limit_speech(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The server sets this where RATE_LIMITS is off.
  if current_setting('app.settings.rate_limits', true) = 'off' then
    return;
  end if;
  -- Concurrent messages of one person wait for each other, so that each sees those before it.
  perform pg_advisory_xact_lock(hashtextextended('private.limit_messages', hashtext(person::text)));
  if (
    select count(*) from public.chat_messages
    where sender_id = person and created_at > clock_timestamp() - interval '5 seconds'
  ) + (
    select count(*) from private.chat_changes
    where sender_id = person and changed_at > clock_timestamp() - interval '5 seconds'
  ) > 10 then
    raise sqlstate 'PT429' using message = 'Too many messages. Please wait a few seconds.';
  end if;
end
$$;

-- Admits the caller to their agency's room, or renews a connection with a new token. `is_first` means that the person
-- had no other connection: several tabs of one person count as one presence.
create or replace function public.open_chat_connection(server uuid, connection uuid)
returns table (user_id uuid, agency_id uuid, expires_at bigint, is_first boolean, last_number bigint)
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.my_id();
  my_agency uuid := private.my_agency_id();
begin
  if my_agency is null then
    raise exception 'Only the staff of an agency may enter its chat.' using errcode = '42501';
  end if;
  insert into private.chat_servers (id) values (server) on conflict do nothing;
  -- The presence row is written first, because its lock makes two tabs of one person wait for each other.
  insert into public.user_presence as presence (user_id, room_id, agency_id, is_online)
  values (me, 'general', my_agency, true)
  on conflict on constraint user_presence_pkey do update set agency_id = excluded.agency_id, is_online = true;
  is_first := not exists (
    select from private.chat_connections as other
    where other.user_id = me and other.agency_id = my_agency
  );
  insert into private.chat_connections as mine (id, server_id, user_id, agency_id, claims)
  values (connection, server, me, my_agency, auth.jwt())
  on conflict (id) do update set agency_id = excluded.agency_id, claims = excluded.claims
    where mine.user_id = me;
  if not found then
    raise exception 'This connection is somebody else''s.' using errcode = '42501';
  end if;
  user_id := me;
  agency_id := my_agency;
  expires_at := (auth.jwt() ->> 'exp')::bigint;
  last_number := coalesce(
    (select room.last_number from private.chat_rooms as room where room.agency_id = my_agency and room_id = 'general'), 0
  );
  return next;
end
$$;

-- Ends a connection. Returns true if it was the person's last one in that room, or if the person no longer exists.
create or replace function public.close_chat_connection(connection uuid, person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  gone private.chat_connections;
begin
  select * into gone from private.chat_connections where id = connection and user_id = person;
  if not found then
    return not exists (select from public.user_profiles where id = person);
  end if;
  perform from public.user_presence where user_id = gone.user_id for update;
  -- A person who was moved to another agency has no presence row to lock, so their connections are locked, in a fixed order.
  perform from private.chat_connections where user_id = gone.user_id order by id for update;
  delete from private.chat_connections where id = connection;
  if exists (select from private.chat_connections where user_id = gone.user_id and agency_id = gone.agency_id) then
    return false;
  end if;
  delete from public.user_presence where user_id = gone.user_id and agency_id = gone.agency_id;
  return true;
end
$$;

-- The heartbeat of a server, every few seconds. Returns the people who left with a dead server, and those of the given
-- connections that have lost their access.
create or replace function public.keep_chat_connections(server uuid, connections uuid[])
returns table (ended uuid[], departed jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  gone record;
begin
  insert into private.chat_servers as alive (id) values (server)
  on conflict (id) do update set seen_at = now();

  departed := '[]';
  for gone in
    select held.id, held.user_id, held.agency_id
    from private.chat_connections as held
    join private.chat_servers as dead on dead.id = held.server_id
    where dead.seen_at < now() - interval '20 seconds'
  loop
    if public.close_chat_connection(gone.id, gone.user_id) then
      departed := departed || jsonb_build_object('user_id', gone.user_id, 'agency_id', gone.agency_id);
    end if;
  end loop;
  delete from private.chat_servers where seen_at < now() - interval '20 seconds';
  -- A presence row without any connection, written by hand, is removed too.
  delete from public.user_presence as presence
  where presence.updated_at < now() - interval '1 minute'
    and not exists (select from private.chat_connections as held where held.user_id = presence.user_id);

  select coalesce(array_agg(wanted.id), '{}') into ended
  from unnest(connections) as wanted (id)
  left join private.chat_connections as held on held.id = wanted.id
  where private.agency_of_bearer(held.claims) is distinct from held.agency_id or held.id is null;
  return next;
end
$$;

-- Replaces all of the caller's vault entries by entries that their browser has encrypted with a new passphrase,
-- completely or not at all. The given list must contain every entry in the version that was read, except those that the
-- caller knowingly leaves out: an entry that was added or changed meanwhile would keep the old passphrase unnoticed.
-- Row policies apply as to any other change. Returns the number of stored entries.
create or replace function public.change_vault_passphrase(
  entries jsonb, left_out uuid[] default '{}', user_agent text default null
) returns integer
language plpgsql set search_path = '' as $$
declare
  me constant uuid := private.my_id();
  stored integer;
begin
  -- Concurrent changes wait for each other: the second one finds newer versions and is refused.
  perform from public.password_vault where user_id = me order by id for update;
  if exists (
    select
    from (select id from public.password_vault where user_id = me) as own
    full join (
      select (entry ->> 'id')::uuid as id from jsonb_array_elements(entries) as entry
      union all
      select unnest(left_out)
    ) as given using (id)
    where own.id is null or given.id is null
  ) then
    raise exception 'Your entries are not the ones that were read.' using errcode = 'PT409';
  end if;

  -- The passwords themselves are unchanged, so their age stays.
  perform set_config('vault.same_passwords', 'on', true);
  update public.password_vault as entry
  set encrypted_password = fresh.encrypted_password, encrypted_notes = fresh.encrypted_notes
  from jsonb_to_recordset(entries)
    as fresh (id uuid, seen timestamptz, encrypted_password text, encrypted_notes text)
  where entry.id = fresh.id
    and entry.user_id = me
    and entry.updated_at = fresh.seen
    and (entry.encrypted_notes is null) = (fresh.encrypted_notes is null);
  get diagnostics stored = row_count;
  perform set_config('vault.same_passwords', '', true);
  if stored <> jsonb_array_length(entries) then
    raise exception 'Your entries are not as they were read.' using errcode = 'PT409';
  end if;

  insert into public.vault_access_logs (vault_entry_id, action, user_agent)
  select (entry ->> 'id')::uuid, 'updated', change_vault_passphrase.user_agent
  from jsonb_array_elements(entries) as entry;
  return stored;
end
$$;

-- Limits the saved views of a list to twenty, because more would need a list of their own. The function counts as the
-- caller, so it reveals nothing about others.
create or replace function private.limit_saved_views() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Two browsers of one person wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('private.limit_saved_views', hashtext(new.user_id::text)));
  if (select count(*) from public.saved_views as saved where saved.user_id = new.user_id and saved.list = new.list) >= 20 then
    raise exception 'A list has at most 20 saved views. Delete one first.' using errcode = '23514';
  end if;
  return new;
end
$$;

-- Adds to the counts, from any number of servers, and deletes counts past their retention time.
create or replace function public.count_pages(counts jsonb) returns void
language sql set search_path = '' as $$
  insert into public.page_counts (day, page, service, plan, visits, views, calls)
  select day, page, service, plan, sum(visits), sum(views), sum(calls)
  from jsonb_to_recordset(counts)
    as added (day date, page text, service text, plan text, visits integer, views integer, calls integer)
  group by day, page, service, plan
  -- Concurrent servers lock the rows in the same order.
  order by day, page, service, plan
  on conflict (day, page, service, plan) do update set
    visits = page_counts.visits + excluded.visits,
    views = page_counts.views + excluded.views,
    calls = page_counts.calls + excluded.calls;
  delete from public.page_counts where day < (now() at time zone 'UTC')::date - 400
$$;

-- The uploader's permission is checked at the upload, and the update must exist until the file's row is stored. Signed
-- upload URLs are refused: they are not checked again, would outlive the signer's role for hours, and could replace a
-- file that was sent to a client.
-- There is no policy for updates: a file that was sent to a client must not be replaced by another one of the same
-- name.
-- Signed upload URLs are refused, because they would outlive the right to upload.
-- Removes a picture that no entry shows any more, and pictures that were uploaded and not used within a week.
create or replace function private.drop_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A picture that another entry still shows is kept.
  if tg_op = 'UPDATE' then
    delete from private.abandoned_files
    where bucket_id = 'website-pictures' and name in (select private.pictures_of(new.testimonials || new.cases));
  end if;
  perform private.abandon_files('website-pictures', array(
    select objects.name
    from storage.objects
    where objects.bucket_id = 'website-pictures'
      and (
        objects.name in (select private.pictures_of(old.testimonials || old.cases))
        or objects.created_at < now() - interval '7 days'
      )
      and not exists (
        select from public.agencies, private.pictures_of(agencies.testimonials || agencies.cases) as shown
        where shown = objects.name
      )
  ));
  return null;
end
$$;

-- Adds a line. The actor is the caller unless another one is given.
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

  -- Subjects are locked in a fixed order, so that concurrent calls cannot deadlock.
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

create or replace function private.seal_audit_trail() returns void
language plpgsql security definer set search_path = '' as $$
declare
  chain private.audit_chain;
  written private.audit_written;
begin
  -- The row is locked, so concurrent calls continue one after the other.
  select * into strict chain from private.audit_chain for update;
  for written in
    select * from private.audit_written order by created_at, id limit 5000
  loop
    -- Where the line is gone, its place stays empty.
    chain.last_position := chain.last_position + 1;
    chain.last_hash := private.audit_hash(chain.last_hash, chain.last_position, written.line);
    update public.audit_events set position = chain.last_position, hash = chain.last_hash where id = written.id;
    delete from private.audit_written where id = written.id;
  end loop;
  update private.audit_chain set last_position = chain.last_position, last_hash = chain.last_hash
  where last_position <> chain.last_position;
end
$$;

-- Records sign-ins and changes of accounts from the log of the auth service. For a change with the service key, the
-- actor is the person whom the calling function has named.
create or replace function private.audit_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  told constant jsonb := new.payload;
  action constant text := told ->> 'action';
  by_key constant boolean := told ->> 'actor_id' = '00000000-0000-0000-0000-000000000000';
  person constant uuid := case when by_key then told #>> '{traits,user_id}' else told ->> 'actor_id' end;
  address constant text := lower(told #>> '{traits,user_email}');
  changes constant jsonb := nullif(current_setting('audit.changes', true), '')::jsonb -> person::text;
  said jsonb := jsonb_strip_nulls(jsonb_build_object('from', nullif(new.ip_address, '')));
  actor_kind text := case when by_key then 'service key' when action = 'login_failed' then 'somebody' else 'person' end;
  actor uuid := case when actor_kind = 'person' then person end;
  kind text;
begin
  if by_key then
    actor := private.audit_asker(person::text, address);
    actor_kind := case when actor is null then 'service key' else 'person' end;
    -- Later lines refer to the person by id instead of by address.
    if actor is not null and action in ('user_signedup', 'user_invited') then
      perform public.act_for(actor, person::text);
    end if;
    said := '{}';
  end if;
  foreach kind in array private.audit_kinds(action, by_key, changes) loop
    perform private.audit(
      -- A new person has no agency yet; the agency is that of the person who invites them.
      kind, coalesce(private.audit_agency_of(person), private.audit_agency_of(actor)), person,
      coalesce(private.audit_name(person), address),
      said || case when kind = 'address_changed' then changes - 'password' - 'banned' else '{}' end,
      actor_kind, actor
    );
  end loop;
  return null;
end
$$;

-- Records granted and revoked roles, except the role 'user', which everybody has and which grants nothing.
create or replace function private.audit_role() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant public.user_roles := case when tg_op = 'INSERT' then new else old end;
  profile public.user_profiles;
begin
  select * into profile from public.user_profiles where id = changed.user_id;
  -- The roles of a deleted account are deleted with it and not recorded.
  if found then
    perform private.audit(
      case when tg_op = 'INSERT' then 'role_given' else 'role_taken' end, profile.agency_id, profile.id,
      private.audit_name(profile.id),
      jsonb_build_object(case when tg_op = 'INSERT' then 'after' else 'before' end, changed.role)
    );
  end if;
  return null;
end
$$;

-- Records a move between agencies for the admins of both.
create or replace function private.audit_move() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- People whose agency was deleted have not moved.
  if exists (select from public.agencies where id = old.agency_id) then
    perform private.audit('left_agency', old.agency_id, new.id, private.audit_name(new.id));
  end if;
  if new.agency_id is not null then
    perform private.audit('joined_agency', new.agency_id, new.id, private.audit_name(new.id));
  end if;
  return null;
end
$$;

-- The leaver's list: vault entries of an agency whose passwords a departing person may know, so that they get changed.
-- Row policies decide which entries are named, because the caller may read those anyway; others are only counted.
-- The time at which a person left the agency's vault; null while they are on the staff. Only admins who may manage them
-- get an answer.
create or replace function private.leaver_left_at(person uuid, agency uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  works_there constant boolean := exists (
    select from public.user_profiles where user_profiles.id = person and user_profiles.agency_id = agency
  );
  last_event constant timestamptz := (
    select max(created_at) from public.audit_events
    where subject_id = person and agency_id = agency
      and kind = case when works_there then 'role_taken' else 'left_agency' end
  );
begin
  if not (private.is_super_admin() or private.has_role('agency_admin', 'admin')) then
    raise exception 'Only admins read the leaver''s list.' using errcode = '42501';
  end if;
  if not (private.is_super_admin() or agency = private.my_agency_id()) or not works_there and last_event is null then
    raise exception 'There is no such person in your agency, and was none.' using errcode = 'PT404';
  end if;
  if private.is_staff_of(person, agency) then
    return null;
  end if;
  return coalesce(
    case when works_there then (select deactivated_at from public.user_profiles where id = person) end,
    last_event,
    -- The person was never on the staff.
    '-infinity'
  );
end
$$;

-- Restores the kept rows of one table. A reference to a row that no longer exists becomes null, and a row whose parent
-- no longer exists stays deleted. Columns that were added since get their defaults.
create or replace function private.put_back_rows(deletion uuid, target regclass) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  one constant jsonb := (
    select content from private.recently_deleted_rows
    where deletion_id = deletion and place = target::text and not is_cut limit 1
  );
  columns text;
  contents text;
  conditions text;
  back bigint;
begin
  select
    string_agg(quote_ident(attname), ', ' order by attnum),
    string_agg(
      coalesce(
        (
          select format('case when exists (select from %s as named where %s) then back.%I end', confrelid::regclass,
                        private.key_matches(pg_constraint), attname)
          from pg_catalog.pg_constraint
          where contype = 'f' and conrelid = target and confdeltype = 'n' and conkey = array[attnum]
        ),
        format('back.%I', attname)
      ), ', ' order by attnum
    )
  into columns, contents
  from pg_catalog.pg_attribute
  where attrelid = target and attnum > 0 and not attisdropped and attgenerated = '' and one ? attname::text;
  select coalesce(string_agg(
    format(
      ' and (%s or exists (select from %s as named where %s))',
      -- A row whose reference is null depends on no parent.
      (
        select string_agg(format('back.%I is null', attname), ' or ')
        from pg_catalog.pg_attribute where attrelid = conrelid and attnum = any (conkey)
      ),
      confrelid::regclass, private.key_matches(pg_constraint)
    ), ''), '')
  into conditions
  from pg_catalog.pg_constraint
  where contype = 'f' and conrelid = target and confdeltype = 'c';
  execute format(
    $sql$
    insert into %1$s (%2$s) overriding system value
    select %3$s
    from private.recently_deleted_rows as kept, jsonb_populate_record(null::%1$s, kept.content) as back
    where kept.deletion_id = $1 and kept.place = %4$L and not kept.is_cut%5$s
    $sql$, target, columns, contents, target, conditions
  ) using deletion;
  get diagnostics back = row_count;
  return back;
end
$$;

-- Files in the wrong bucket, with the right one: files of deleted and of restored updates. The right bucket is null for
-- files of erased updates and files without an owner, which are to be removed.
create or replace function public.misplaced_files() returns table (bucket text, name text, belongs_in text)
language sql stable security definer set search_path = '' as $$
  select objects.bucket_id, objects.name, 'recently-deleted'
  from private.recently_deleted_rows as kept
  join storage.objects
    on objects.bucket_id = 'client-update-files'
    -- '0' follows '/' in byte order, so the range covers all names in the update's folder.
    and objects.name collate "C" >= (kept.content ->> 'id') || '/'
    and objects.name collate "C" < (kept.content ->> 'id') || '0'
  where kept.place = 'public.project_updates' and not kept.is_cut
    and not private.is_abandoned(objects.bucket_id, objects.name)
  union all
  select abandoned.bucket_id, abandoned.name, null
  from private.abandoned_files as abandoned
  join storage.objects on objects.bucket_id = abandoned.bucket_id and objects.name = abandoned.name
  union all
  select objects.bucket_id, objects.name, case when project_updates.id is not null then 'client-update-files' end
  from storage.objects
  left join public.project_updates on project_updates.id = private.update_of_file(objects.name)
  where objects.bucket_id = 'recently-deleted'
    and (
      project_updates.id is not null
      or not exists (
        select from private.recently_deleted_rows as kept
        where kept.content ->> 'id' = private.update_of_file(objects.name)::text and not kept.is_cut
      )
    )
$$;

-- A sent file can only be deleted together with its message.
-- Assigns files to the message that names them: at most five, which its sender uploaded to this chat, with the size and
-- type that storage knows. Also removes files that were not sent within a week.
create or replace function private.take_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  files constant jsonb := case jsonb_typeof(new.metadata -> 'files') when 'array' then new.metadata -> 'files' else '[]' end;
  taken integer;
begin
  -- Restored messages get their files back by their own rows.
  if private.is_bringing_back() then
    return null;
  end if;
  insert into private.chat_files (path, message_id)
  select objects.name, new.id
  from jsonb_array_elements(files) as file
  join storage.objects on objects.bucket_id = 'chat-files' and objects.name = file ->> 'path'
  where private.agency_of_chat_file(objects.name) = new.agency_id
    and not private.is_abandoned('chat-files', objects.name)
    and (objects.owner_id = new.sender_id::text or private.my_id() is null)
    and file = jsonb_build_object(
      'path', file -> 'path', 'name', file -> 'name',
      'type', objects.metadata -> 'mimetype', 'size', objects.metadata -> 'size'
    )
    and jsonb_typeof(file -> 'name') = 'string' and file ->> 'name' ~ '\S' and length(file ->> 'name') <= 255;
  get diagnostics taken = row_count;
  if taken <> jsonb_array_length(files) or taken not between 1 and 5 then
    raise sqlstate 'PT400' using message = 'A message carries up to five files that its sender has uploaded to the chat.';
  end if;
  perform private.abandon_files('chat-files', array(
    select name
    from storage.objects
    where bucket_id = 'chat-files'
      -- '0' follows '/' in byte order, so the range covers all names in the agency's folder.
      and name collate "C" >= new.agency_id || '/' and name collate "C" < new.agency_id || '0'
      and created_at < now() - interval '7 days'
      and not private.was_sent(name)
  ));
  return null;
end
$$;

-- Lists what the API exposes, for the test that every exposed table and function has a decision on who may use it.
create or replace function public.api_surface() returns table (kind text, name text, guarded boolean)
language sql stable set search_path = '' as $$
  -- A table is guarded by row security, a view by running as its caller.
  select 'table', relname::text,
         relrowsecurity or coalesce('security_invoker=true' = any (reloptions), false)
  from pg_catalog.pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
  union all
  select 'function', proname::text,
         not has_function_privilege('anon', oid, 'execute')
         and not has_function_privilege('authenticated', oid, 'execute')
  from pg_catalog.pg_proc
  where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
$$;
