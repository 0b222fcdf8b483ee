-- accounts vault pictures chat

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
  -- A server without connections sends no heartbeat, so it is alive from its first connection on.
  insert into private.chat_servers as alive (id) values (server)
  on conflict (id) do update set seen_at = now();
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

-- The heartbeat of a server, every few seconds. Returns the people who left with a dead server, and those of the given
-- connections that have lost their access.
create or replace function public.keep_chat_connections(server uuid, connections uuid[])
returns table (ended uuid[], departed jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  dead uuid[];
  gone record;
begin
  insert into private.chat_servers as alive (id) values (server)
  on conflict (id) do update set seen_at = now();

  -- A locked server is admitting somebody or sending its own heartbeat, so it is not dead.
  select coalesce(array_agg(silent.id), '{}') into dead
  from (
    select id from private.chat_servers where seen_at < now() - interval '20 seconds' for update skip locked
  ) as silent;
  departed := '[]';
  for gone in
    select held.id, held.user_id, held.agency_id
    from private.chat_connections as held
    where held.server_id = any (dead)
  loop
    if public.close_chat_connection(gone.id, gone.user_id) then
      departed := departed || jsonb_build_object('user_id', gone.user_id, 'agency_id', gone.agency_id);
    end if;
  end loop;
  delete from private.chat_servers where id = any (dead);
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

-- Gives an invited person the agency and role of the newest invitation. Returns false and changes nothing if their agency
-- or roles are no longer those that the caller has seen and judged, because of two simultaneous invitations.
create function public.place_invited(
  person uuid, seen_roles text[], new_role text, seen_agency uuid default null, new_agency uuid default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  held text[];
begin
  perform from auth.users where id = person for update;
  select array_agg(role) into held from public.user_roles where user_id = person;
  if not (held @> seen_roles and held <@ seen_roles) or private.has_come(person) or not exists (
    select from public.user_profiles where id = person and agency_id is not distinct from seen_agency
  ) then
    return false;
  end if;
  update public.user_profiles set agency_id = new_agency
  where id = person and new_agency is not null and agency_id is distinct from new_agency;
  delete from public.user_roles where user_id = person and role not in ('user', new_role);
  insert into public.user_roles (user_id, role) values (person, new_role) on conflict do nothing;
  return true;
end
$$;

revoke execute on function public.place_invited from public, anon, authenticated;

grant execute on function public.place_invited to service_role;

-- Deletes the account of an invitation that failed before the person was placed. A simultaneous invitation that has
-- placed them keeps it.
create function public.drop_unplaced_invitation(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users where id = person for update;
  delete from auth.users
  where id = person and invited_at is not null and not private.has_come(id)
    and not exists (select from public.user_profiles where user_profiles.id = person and agency_id is not null)
    and not exists (select from public.user_roles where user_id = person and role <> 'user');
end
$$;

revoke execute on function public.drop_unplaced_invitation from public, anon, authenticated;

grant execute on function public.drop_unplaced_invitation to service_role;

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
  deactivated constant timestamptz := (select deactivated_at from public.user_profiles where id = person);
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
  if not works_there then
    -- A person who is moved after they were deactivated had left already.
    return least(deactivated, last_event);
  end if;
  -- A person with neither was never on the staff.
  return coalesce(deactivated, last_event, '-infinity');
end
$$;

-- The entries that the caller may read. A copied or viewed password is listed while it is unchanged, and with `is_changed`
-- once it was changed after the person had left, and the two-step key too where there is one. `to_change` has what is
-- still as the person knew it: `password`, `two_step_key`. An entry that was taken over is still one that they owned.
create or replace function public.leavers_list(person uuid, agency uuid)
returns table (
  id uuid, title text, website_url text, username text, owner text, is_theirs boolean,
  copied_at timestamptz, viewed_at timestamptz, password_changed_at timestamptz, is_changed boolean, to_change text[]
)
language plpgsql stable set search_path = '' as $$
declare
  left_at constant timestamptz := private.leaver_left_at(person, agency);
begin
  return query
  select
    entry.id, entry.title, entry.website_url, entry.username, user_profiles.display_name,
    entry.user_id is not distinct from person or exists (
      select from public.audit_events as line
      where line.subject_id = entry.id
        and line.kind = 'vault_taken_over'
        and private.audit_decrypt(line.subject_id, line.said) ->> 'former_owner' = person::text
    ),
    used.copied_at, used.viewed_at, entry.password_changed_at,
    cardinality(left_over.parts) = 0, left_over.parts
  from public.password_vault as entry
  left join public.user_profiles on user_profiles.id = entry.user_id
  cross join lateral (
    select
      max(log.created_at) filter (where log.action = 'copied') as copied_at,
      max(log.created_at) filter (where log.action = 'viewed') as viewed_at
    from public.vault_access_logs as log
    where log.vault_entry_id = entry.id
      and log.user_id = person
      and (log.created_at > least(entry.password_changed_at, entry.two_step_key_changed_at)
           or greatest(entry.password_changed_at, entry.two_step_key_changed_at) > left_at)
  ) as used
  cross join lateral (
    select array_remove(array[
      case when left_at is null or entry.password_changed_at <= left_at then 'password' end,
      case
        when entry.two_step_key_changed_at is not null and (left_at is null or entry.two_step_key_changed_at <= left_at)
          then 'two_step_key'
      end
    ], null) as parts
  ) as left_over
  where entry.agency_id = agency
    and (left_at is null or entry.created_at <= left_at or coalesce(used.copied_at, used.viewed_at) is not null)
  order by lower(entry.title), entry.id;
end
$$;

-- Makes the caller the owner of an entry that they may take over. The audit trail keeps the id of the former owner, whose
-- leaver's list the entry stays in.
create or replace function public.take_over_entry(entry uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  former_owner uuid;
begin
  if not private.has_role('agency_admin', 'admin', 'super_admin') then
    raise exception 'Only admins take over entries.' using errcode = '42501';
  end if;
  -- The lock makes a second caller wait and then find an owner.
  select user_id into former_owner from public.password_vault where id = entry for update;
  if not exists (select from public.entries_to_take_over() as id where id = entry) then
    raise exception 'This entry has an owner who can change it, or is no longer shared with your agency.'
      using errcode = 'PT409';
  end if;
  update public.password_vault set user_id = private.my_id() where id = entry;
  -- Details of a line are encrypted with the key of its subject, and an entry without a name has none yet.
  insert into private.audit_subjects (id, names) values (entry, '') on conflict do nothing;
  perform private.audit(
    'vault_taken_over', private.my_agency_id(), entry, null, jsonb_build_object('former_owner', former_owner)
  );
end
$$;

-- Removes a picture that no entry shows any more, and pictures that were uploaded and not used within a week. The
-- pictures of a deleted agency stay as long as it can be restored.
create or replace function private.drop_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone constant jsonb := case tg_table_name when 'agencies' then to_jsonb(old) else to_jsonb(old) -> 'content' end;
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
        objects.name in (select private.pictures_of((gone -> 'testimonials') || (gone -> 'cases')))
        or objects.created_at < now() - interval '7 days'
      )
      and not exists (
        select from public.agencies, private.pictures_of(agencies.testimonials || agencies.cases) as shown
        where shown = objects.name
      )
      and not exists (
        select
        from private.recently_deleted_rows as kept,
          private.pictures_of((kept.content -> 'testimonials') || (kept.content -> 'cases')) as shown
        where kept.place = 'public.agencies' and not kept.is_cut and shown = objects.name
      )
  ));
  return null;
end
$$;

create trigger pictures_deleted
  after delete on private.recently_deleted_rows for each row
  when (old.place = 'public.agencies' and not old.is_cut)
  execute function private.drop_pictures();

-- Whether an account keeps its address from others. A sign-up that nobody has confirmed does not, since anybody can make
-- one with any address.
create function private.reserves_address(account auth.users) returns boolean
language sql immutable set search_path = '' as $$
  select account.email_confirmed_at is not null or account.phone_confirmed_at is not null or account.invited_at is not null
$$;

revoke execute on function private.reserves_address from public;

-- Requests a new address for a person whom the caller manages. Only the server learns the token of the mail, so the
-- person who requests a change cannot confirm it.
create or replace function public.ask_address_change(person uuid, address text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := lower(btrim(address));
  token constant text := private.random_token();
  account auth.users;
begin
  perform private.require_care_of(person);
  if not private.can_be_mailed(wanted) then
    raise exception 'Enter an email address.' using errcode = '23514';
  end if;
  select * into account from auth.users where id = person for update;
  if account.email is null or account.is_sso_user then
    raise exception 'They do not sign in with an address that could be changed here.' using errcode = 'PT409';
  end if;
  if account.email_confirmed_at is null then
    raise exception 'They have not come yet. Revoke the invitation and invite the other address.' using errcode = 'PT409';
  end if;
  if wanted = lower(account.email) then
    raise exception 'That is their address already.' using errcode = 'PT409';
  end if;
  if exists (
    select from auth.users as others
    where lower(email) = wanted and not is_sso_user and private.reserves_address(others)
  ) then
    raise exception 'Somebody with this email address has an account already.' using errcode = 'PT409';
  end if;
  delete from private.address_changes where asked_at < now() - interval '30 days';
  if (select count(*) from private.address_changes
      where asked_by = private.my_id() and asked_at > now() - interval '1 hour') >= 20 then
    raise exception 'You have asked for many changes of addresses. Please try again in an hour.' using errcode = 'PT429';
  end if;
  -- The latest one counts.
  delete from private.address_changes where user_id = person and changed_at is null;
  insert into private.address_changes (user_id, asked_by, old_address, new_address, confirm_token, confirm_hash)
  values (person, private.my_id(), account.email, wanted, token, encode(sha256(convert_to(token, 'UTF8')), 'hex'));
  update public.user_accounts set awaited_email = wanted, awaited_until = now() + interval '24 hours'
  where user_id = person;
end
$$;

-- Sets the address of an account, and voids all links and codes that were sent to the old one. An unconfirmed sign-up
-- with the address is deleted.
create or replace function private.set_address(person uuid, address text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.users as others
  where lower(email) = lower(address) and id <> person and not is_sso_user and not private.reserves_address(others);
  if exists (select from auth.users where lower(email) = lower(address) and id <> person and not is_sso_user) then
    raise exception 'Somebody with this email address has an account by now.' using errcode = 'PT409';
  end if;
  update auth.users
  set email = address, email_change = '', email_change_token_new = '', email_change_token_current = '',
      email_change_confirm_status = 0, confirmation_token = '', recovery_token = '', reauthentication_token = '',
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', address)
  where id = person;
  update auth.identities
  set identity_data = identity_data || jsonb_build_object('email', address, 'email_verified', true)
  where user_id = person and provider = 'email';
  delete from auth.one_time_tokens where user_id = person;
  delete from auth.flow_state where user_id = person;
end
$$;
