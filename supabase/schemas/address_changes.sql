-- An admin may request a new email address for a person they manage. The new address confirms the change; the old one
-- is notified and can undo it for 72 hours. Otherwise an admin could enter an address of their own, request a new
-- password by mail, and act as that person.

-- The table is in a schema that the API does not expose. A token is stored in plain text until it is mailed, and
-- afterwards only as a hash.
create table private.address_changes (
  id            uuid primary key default gen_random_uuid(),
  user_id       uuid not null references auth.users (id) on delete cascade,
  asked_by      uuid not null,
  asked_at      timestamptz not null default now(),
  old_address   text not null,
  new_address   text not null,
  confirm_token text,
  confirm_hash  text unique,
  changed_at    timestamptz,
  -- The password hash at the time of the change: undoing the change also removes a password chosen since.
  password_was  text,
  undo_token    text,
  undo_hash     text unique,
  undone_at     timestamptz
);
create index address_changes_user_id_idx on private.address_changes (user_id, asked_at desc);
create index address_changes_asked_by_idx on private.address_changes (asked_by, asked_at desc);
revoke all on private.address_changes from public, anon, authenticated, service_role;

-- Returns 256 random bits in a form that is safe in a URL.
create function private.random_token() returns text
language sql volatile set search_path = '' as $$
  -- Each uuid is 122 bits from the system's generator.
  select translate(rtrim(encode(sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '='), '+/', '-_')
$$;
revoke execute on function private.random_token from public;

-- Whether an account keeps its address from others. A sign-up that nobody has confirmed does not, since anybody can make
-- one with any address.
create function private.reserves_address(account auth.users) returns boolean
language sql immutable set search_path = '' as $$
  select account.email_confirmed_at is not null or account.phone_confirmed_at is not null or account.invited_at is not null
$$;
revoke execute on function private.reserves_address from public;

-- Requests a new address for a person whom the caller manages. Only the server learns the token of the mail, so the
-- person who requests a change cannot confirm it.
create function public.ask_address_change(person uuid, address text) returns void
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
revoke execute on function public.ask_address_change from public, anon;
grant execute on function public.ask_address_change to authenticated, service_role;

-- Returns the mails to send: to the new address, to confirm the change, and to the old address after the change.
create function public.due_address_mails()
returns table (id uuid, kind text, recipient text, name text, asker text, new_address text, token text)
language sql stable security definer set search_path = '' as $$
  select changes.id, due.kind, due.recipient, profiles.display_name, private.audit_name(changes.asked_by),
         changes.new_address, due.token
  from private.address_changes as changes
  join public.user_profiles as profiles on profiles.id = changes.user_id
  cross join lateral (values
    ('confirm', changes.new_address, changes.confirm_token),
    ('undo', changes.old_address, changes.undo_token)
  ) as due (kind, recipient, token)
  where due.token is not null
  order by changes.asked_at
  limit 100
$$;
revoke execute on function public.due_address_mails from public, anon, authenticated;
grant execute on function public.due_address_mails to service_role;

create function public.address_mail_sent(change uuid, kind text) returns void
language sql security definer set search_path = '' as $$
  update private.address_changes
  set confirm_token = case when kind = 'undo' then confirm_token end,
      undo_token = case when kind = 'confirm' then undo_token end
  where id = change
$$;
revoke execute on function public.address_mail_sent from public, anon, authenticated;
grant execute on function public.address_mail_sent to service_role;

-- Sets the address of an account, and voids all links and codes that were sent to the old one. An unconfirmed sign-up
-- with the address is deleted.
create function private.set_address(person uuid, address text) returns void
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
revoke execute on function private.set_address from public;

-- Confirms a change with the token from the new address. Returns the new address; null if the link is wrong, used or
-- expired.
create function public.confirm_address_change(token_hash text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  change private.address_changes;
  account auth.users;
  token constant text := private.random_token();
begin
  -- The person first, as everybody does who changes their account.
  select users.* into account from auth.users
  where id = (select user_id from private.address_changes where confirm_hash = token_hash)
  for update;
  select * into change from private.address_changes
  where confirm_hash = token_hash and changed_at is null and asked_at > now() - interval '24 hours';
  if account.email is distinct from change.old_address or change.id is null or account.banned_until > now() then
    return null;
  end if;
  perform private.set_address(change.user_id, change.new_address);
  update private.address_changes
  set changed_at = now(), confirm_hash = null, confirm_token = null,
      password_was = encode(sha256(convert_to(coalesce(account.encrypted_password, ''), 'UTF8')), 'hex'),
      undo_token = token, undo_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
  where id = change.id;
  update public.user_accounts set awaited_email = null, awaited_until = null where user_id = change.user_id;
  perform private.audit(
    'address_changed', private.audit_agency_of(change.user_id), change.user_id, private.audit_name(change.user_id),
    jsonb_build_object('before', change.old_address, 'after', change.new_address), 'person', change.asked_by
  );
  return change.new_address;
end
$$;
revoke execute on function public.confirm_address_change from public, anon, authenticated;
grant execute on function public.confirm_address_change to service_role;

-- Undoes a change with the token from the old address, whatever has changed since: all sessions end, and a new password
-- and second factors added since are removed. Returns the address and whether a new password must be chosen; null if
-- the link is wrong, used or expired.
create function public.undo_address_change(token_hash text) returns table (address text, needs_password boolean)
language plpgsql security definer set search_path = '' as $$
declare
  change private.address_changes;
  account auth.users;
begin
  select users.* into account from auth.users
  where id = (select user_id from private.address_changes where undo_hash = token_hash)
  for update;
  select * into change from private.address_changes
  where undo_hash = token_hash and undone_at is null and changed_at > now() - interval '72 hours';
  if change.id is null then
    return;
  end if;
  address := change.old_address;
  needs_password :=
    encode(sha256(convert_to(coalesce(account.encrypted_password, ''), 'UTF8')), 'hex') <> change.password_was;
  perform private.set_address(change.user_id, change.old_address);
  if needs_password then
    update auth.users set encrypted_password = null where id = change.user_id;
  end if;
  delete from auth.mfa_factors where user_id = change.user_id and created_at >= change.changed_at;
  update auth.sessions set not_after = now()
  where user_id = change.user_id and (not_after is null or not_after > now());
  -- Later changes are undone with it, and nobody undoes this one by them.
  update private.address_changes set undone_at = now(), undo_token = null, undo_hash = null
  where user_id = change.user_id and changed_at >= change.changed_at;
  delete from private.address_changes where user_id = change.user_id and changed_at is null;
  update public.user_accounts set awaited_email = null, awaited_until = null where user_id = change.user_id;
  perform private.audit(
    'address_changed', private.audit_agency_of(change.user_id), change.user_id, private.audit_name(change.user_id),
    jsonb_build_object('before', account.email, 'after', change.old_address), 'person', change.user_id
  );
  return next;
end
$$;
revoke execute on function public.undo_address_change from public, anon, authenticated;
grant execute on function public.undo_address_change to service_role;
