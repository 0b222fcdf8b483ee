-- replaces: 20261228000000
-- Addresses that mail cannot reach are refused where they come in; rows that have one stay as they are.

-- Whether mail can reach an address as it stands: words with dots between them on both sides of the @, in signs that can
-- be seen. The same as isEmailAddress of web/lib/email-address.ts and of supabase/functions/_shared/email-address.ts.
create function private.can_be_mailed(address text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  letter constant text :=
    'A-Za-z0-9\u00C0-\u061B\u061D-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2DFF\u3040-\uD7FF\uF900-\uFAFF';
  word constant text := '[' || letter || '!#$%&''*+/=?^_`{|}~-]+';
  label constant text := '[' || letter || ']([' || letter || '-]{0,61}[' || letter || '])?';
begin
  return length(address) <= 254
     and length(split_part(address, '@', 1)) <= 64
     and length(split_part(address, '@', 2)) <= 253
     and address ~ ('^' || word || '(\.' || word || ')*@(?![0-9.]+$)' || label || '(\.' || label || ')*$');
end
$$;

-- The column named by the trigger takes no address that mail cannot reach. Rows that have one already stay as they are,
-- also when something else of them changes and when they are brought back, which a check of the table would not allow.
create function private.require_mailable() returns trigger
language plpgsql set search_path = '' as $$
declare
  address constant text := to_jsonb(new) ->> tg_argv[0];
begin
  if tg_op = 'UPDATE' and address is not distinct from to_jsonb(old) ->> tg_argv[0] or private.is_bringing_back() then
    return new;
  end if;
  if not private.can_be_mailed(address) then
    raise exception 'Enter an email address, like name@example.com.' using errcode = '23514';
  end if;
  return new;
end
$$;

create trigger require_mailable
  before insert or update of email on public.clients for each row execute function private.require_mailable('email');

create trigger require_mailable
  before insert or update of email on public.agencies for each row execute function private.require_mailable('email');

create trigger require_mailable
  before insert or update of email on public.contact_submissions for each row execute function private.require_mailable('email');

create trigger require_mailable
  before insert or update of recipient on public.client_mails for each row execute function private.require_mailable('recipient');

-- Asks for another address of somebody whom the caller looks after. The mail to it goes out by the server, which alone knows its
-- token: whoever asks must not be able to confirm.
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
  if exists (select from auth.users where lower(email) = wanted and not is_sso_user) then
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
