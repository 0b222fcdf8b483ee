-- What writes the audit trail about people and agencies.

-- What changes in an account within a transaction, for the line that the sign-in service then writes about it.
create function private.note_account_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  noted jsonb := coalesce(nullif(current_setting('audit.changes', true), ''), '{}');
  changes jsonb := '{}';
begin
  if new.encrypted_password is distinct from old.encrypted_password then
    changes := changes || '{"password": true}';
  end if;
  if coalesce(new.banned_until > now(), false) <> coalesce(old.banned_until > now(), false) then
    changes := changes || jsonb_build_object('banned', coalesce(new.banned_until > now(), false));
  end if;
  if new.email is distinct from old.email then
    changes := changes || jsonb_build_object('before', old.email, 'after', new.email);
  end if;
  noted := noted || jsonb_build_object(new.id, coalesce(noted -> new.id::text, '{}') || changes);
  perform set_config('audit.changes', noted::text, true);
  return null;
end
$$;
revoke execute on function private.note_account_changes from public;

create trigger note_account_changes
  after update of encrypted_password, banned_until, email on auth.users for each row
  when (
    (old.encrypted_password, old.banned_until, old.email)
      is distinct from (new.encrypted_password, new.banned_until, new.email)
  )
  execute function private.note_account_changes();

-- Sign-ins, and what is done about accounts, as the sign-in service tells it. Its administrator's key is nobody's: the
-- function that used it has said for whom it acts.
create function private.audit_account() returns trigger
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
revoke execute on function private.audit_account from public;

create function private.audit_agency_of(person uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select agency_id from public.user_profiles where id = person
$$;
revoke execute on function private.audit_agency_of from public;

-- The kinds of audit lines for an action of the auth service, by what changed.
create function private.audit_kinds(action text, by_key boolean, changes jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select case
    when action = 'login' then '{signed_in}'
    when action = 'login_failed' then '{sign_in_failed}'
    when action = 'user_updated_password' then '{password_changed}'
    when action in ('factor_unenrolled', 'factor_deleted') then '{second_step_removed}'
    when action = 'user_invited' then '{invited}'
    when action = 'user_deleted' then '{account_deleted}'
    when action = 'user_signedup' and by_key then '{created}'
    when action = 'user_modified' then array_remove(array[
      case when by_key and changes ? 'password' then 'password_reset' end,
      case when changes -> 'banned' = 'true' then 'deactivated' when changes -> 'banned' = 'false' then 'reactivated' end,
      case when changes ? 'after' then 'address_changed' end
    ], null)
    else '{}'
  end::text[]
$$;
revoke execute on function private.audit_kinds from public;

create trigger audit_account
  after insert on auth.audit_log_entries for each row
  when (new.payload ->> 'action' not in ('token_refreshed', 'token_revoked', 'logout'))
  execute function private.audit_account();

-- The role that everybody has from the start gives nothing, and is not told of.
create function private.audit_role() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant public.user_roles := case when tg_op = 'INSERT' then new else old end;
  profile public.user_profiles;
begin
  select * into profile from public.user_profiles where id = changed.user_id;
  -- A deleted account takes its roles along.
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
revoke execute on function private.audit_role from public;

create trigger audit_given
  after insert on public.user_roles for each row when (new.role <> 'user') execute function private.audit_role();
create trigger audit_taken
  after delete on public.user_roles for each row when (old.role <> 'user') execute function private.audit_role();

-- The admins of the one agency and of the other read of it.
create function private.audit_move() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A deleted agency leaves its people behind.
  if exists (select from public.agencies where id = old.agency_id) then
    perform private.audit('left_agency', old.agency_id, new.id, private.audit_name(new.id));
  end if;
  if new.agency_id is not null then
    perform private.audit('joined_agency', new.agency_id, new.id, private.audit_name(new.id));
  end if;
  return null;
end
$$;
revoke execute on function private.audit_move from public;

create trigger audit_move
  after update of agency_id on public.user_profiles for each row
  when (old.agency_id is distinct from new.agency_id)
  execute function private.audit_move();

create function private.audit_agency() returns trigger
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
revoke execute on function private.audit_agency from public;

create trigger audit_agency
  after insert or update or delete on public.agencies for each row execute function private.audit_agency();
