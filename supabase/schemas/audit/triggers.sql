-- Triggers that write changes of people and agencies to the audit trail.

-- Notes the changes of an account within a transaction, for the audit line that the auth service writes at its end.
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

-- Records sign-ins and changes of accounts from the log of the auth service. For a change with the service key, the
-- actor is the person whom the calling function has named.
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

-- Records granted and revoked roles, except the role 'user', which everybody has and which grants nothing.
create function private.audit_role() returns trigger
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
revoke execute on function private.audit_role from public;

create trigger audit_given
  after insert on public.user_roles for each row when (new.role <> 'user') execute function private.audit_role();
create trigger audit_taken
  after delete on public.user_roles for each row when (old.role <> 'user') execute function private.audit_role();

-- Records a move between agencies for the admins of both.
create function private.audit_move() returns trigger
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

create function private.audit_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A merge and its undoing have a line of their own.
  if private.merging_as() is not null or private.is_bringing_back() then
    return null;
  end if;
  perform private.audit(
    'plan_changed', new.agency_id, new.id, new.name,
    jsonb_build_object(
      'before', jsonb_build_object('plan', old.plan, 'since', old.plan_since),
      'after', jsonb_build_object('plan', new.plan, 'since', new.plan_since)
    )
  );
  return null;
end
$$;
revoke execute on function private.audit_plan from public;

create trigger audit_plan
  after update of plan on public.clients for each row
  when (old.plan is distinct from new.plan)
  execute function private.audit_plan();

-- Records what clients ask for, and what is done or put off.
create function private.audit_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  client constant text := (select name from public.clients where id = new.client_id);
begin
  if private.is_bringing_back() then
    return null;
  elsif tg_op = 'INSERT' then
    perform private.audit(
      'client_asked', new.agency_id, new.client_id, client, jsonb_build_object('title', new.title), 'somebody'
    );
  else
    perform private.audit(
      'request_closed', new.agency_id, new.client_id, client,
      jsonb_strip_nulls(jsonb_build_object('title', new.title, 'after', new.status, 'reason', new.reason))
    );
  end if;
  return null;
end
$$;
revoke execute on function private.audit_request from public;

create trigger audit_asked
  after insert on public.client_requests for each row execute function private.audit_request();
create trigger audit_closed
  after update of status on public.client_requests for each row
  when (old.status <> new.status and new.status in ('done', 'not_now'))
  execute function private.audit_request();

-- Records what clients are asked for, hand over, and what becomes of it.
create function private.audit_secret() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  secret constant public.client_secrets := case tg_op when 'DELETE' then old else new end;
  client constant text := (select name from public.clients where id = secret.client_id);
begin
  -- What is deleted with its client, and what expired, has no line of its own.
  if client is null or private.is_bringing_back() or tg_op = 'DELETE' and private.my_id() is null then
    return null;
  end if;
  perform private.audit(
    case
      when tg_op = 'INSERT' then 'secret_asked'
      when tg_op = 'DELETE' then 'secret_withdrawn'
      when new.opened_at is not null then 'secret_opened'
      else 'secret_sent'
    end,
    secret.agency_id, secret.client_id, client, jsonb_build_object('title', secret.label),
    case when tg_op = 'UPDATE' and new.opened_at is null then 'somebody' end
  );
  return null;
end
$$;
revoke execute on function private.audit_secret from public;

create trigger audit_asked
  after insert on public.client_secrets for each row execute function private.audit_secret();
create trigger audit_changed
  after update of sent_at, opened_at on public.client_secrets for each row
  when ((old.sent_at, old.opened_at) is distinct from (new.sent_at, new.opened_at))
  execute function private.audit_secret();
create trigger audit_withdrawn
  after delete on public.client_secrets for each row execute function private.audit_secret();

-- Records planned, moved and cancelled calls. The line is about the client, or else the enquiry.
create function private.audit_call() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A merge and its undoing have a line of their own.
  if private.merging_as() is not null or private.is_bringing_back() then
    return null;
  end if;
  perform private.audit(
    case when tg_op = 'INSERT' then 'call_planned' when new.state = 'cancelled' then 'call_cancelled' else 'call_moved' end,
    new.agency_id, coalesce(new.client_id, new.enquiry_id),
    coalesce(
      (select name from public.clients where id = new.client_id),
      (select name from public.contact_submissions where id = new.enquiry_id)
    ),
    jsonb_build_object('title', to_char(new.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'))
  );
  return null;
end
$$;
revoke execute on function private.audit_call from public;

create trigger audit_planned
  after insert on public.calls for each row execute function private.audit_call();
create trigger audit_changed
  after update of starts_at, state on public.calls for each row
  when (old.starts_at <> new.starts_at or old.state <> 'cancelled' and new.state = 'cancelled')
  execute function private.audit_call();
