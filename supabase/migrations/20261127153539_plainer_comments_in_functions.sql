-- Plainer comments in functions

-- Ends a connection; true when it was the person's last in that room, or the person is no more.
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
  -- A person who was moved to another agency has no presence row left to lock, so the connections themselves are locked
  -- in order.
  perform from private.chat_connections where user_id = gone.user_id order by id for update;
  delete from private.chat_connections where id = connection;
  if exists (select from private.chat_connections where user_id = gone.user_id and agency_id = gone.agency_id) then
    return false;
  end if;
  delete from public.user_presence where user_id = gone.user_id and agency_id = gone.agency_id;
  return true;
end
$$;

-- A server says every few seconds that it lives. It is told who left with a dead server, and which of the connections it
-- asks about have no right to be there any more.
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
  -- A presence row that somebody wrote without being connected does not count either.
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

-- Stores the caller's vault anew, encrypted with another passphrase in their browser: all of it or nothing. What is given
-- has to be every entry of theirs as it was read, but for those that they were told about and leave out: an entry that was
-- added or changed meanwhile would be the only one under the old passphrase, and nobody would know. The row policies decide
-- as about any other change. How many entries were stored.
create or replace function public.change_vault_passphrase(
  entries jsonb, left_out uuid[] default '{}', user_agent text default null
) returns integer
language plpgsql set search_path = '' as $$
declare
  me constant uuid := private.my_id();
  stored integer;
begin
  -- Changes take turns: the second one finds other versions and is refused.
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

  -- The passwords themselves stay the same, and get no younger.
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

-- Who takes it, and when it was answered, is what happened and not what somebody writes.
create or replace function private.handle_enquiry() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.state = 'new' then
    new.taken_by := null;
    new.taken_at := null;
    new.answered_at := null;
  else
    -- A person who has it already keeps the time at which they took it.
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

-- Takes an invitation back that nobody has accepted: the account that was prepared goes, and its link with it.
create or replace function public.revoke_invitation(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_care_of(person);
  perform private.audit('invitation_revoked', private.audit_agency_of(person), person, private.audit_name(person));
  -- The deletion waits for somebody who accepts at this moment, and then leaves them.
  delete from auth.users where id = person and invited_at is not null and not private.has_come(id);
  if not found then
    raise exception 'They have accepted the invitation already.' using errcode = 'PT409';
  end if;
end
$$;

-- Sign-ins, and what is done about accounts, as the sign-in service tells it. Its administrator's key is nobody's: the
-- function that used it has said for whom it acts.
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
    -- From here on they are known by their id.
    if actor is not null and action in ('user_signedup', 'user_invited') then
      perform public.act_for(actor, person::text);
    end if;
    said := '{}';
  end if;
  foreach kind in array private.audit_kinds(action, by_key, changes) loop
    perform private.audit(
      -- A new person has no agency yet, and comes to that of the person who invites them.
      kind, coalesce(private.audit_agency_of(person), private.audit_agency_of(actor)), person,
      coalesce(private.audit_name(person), address),
      said || case when kind = 'address_changed' then changes - 'password' - 'banned' else '{}' end,
      actor_kind, actor
    );
  end loop;
  return null;
end
$$;

-- Adds these rows, and changes those that say by `id` which they are and by `updated_at` as what they were seen: what is null
-- there stays as it is. Asked again, it says what came of it; so it does without rows, which write nothing.
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
  -- What is none of these never comes into a statement.
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

  -- Where two people import the same file at once, the second finds what the first added.
  perform pg_advisory_xact_lock(hashtextextended(agency::text, 0));
  -- A namesake with another address is another client, or somebody has said so row by row.
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
