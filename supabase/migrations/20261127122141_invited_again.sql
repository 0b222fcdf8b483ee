-- replaces: 20261229000000
-- Somebody whose invitation was opened and who has chosen no password is invited again: a program may have opened it.

-- Whether somebody has come for whom an account was made. Not who was invited and left by the link alone, without a password or
-- another way in: the link was opened by a program, or they went away before they chose one, and are invited again.
create function private.has_come(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select users.email_confirmed_at is not null and not (
    users.invited_at is not null
    and coalesce(users.encrypted_password, '') = ''
    and users.last_sign_in_at <= users.email_confirmed_at + interval '1 minute'
    and not exists (select from auth.identities where identities.user_id = users.id and identities.provider <> 'email')
  ) is true
  from auth.users where users.id = person
$$;
revoke execute on function private.has_come from public;

create or replace function private.write_user_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_accounts as known (user_id, email, last_sign_in_at, invited_at, search_text)
  select
    users.id, users.email, users.last_sign_in_at,
    case when not private.has_come(users.id) then users.invited_at end,
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

drop trigger write_account on auth.users;
create trigger write_account
  after update of email, last_sign_in_at, invited_at, email_confirmed_at, encrypted_password on auth.users for each row
  when (
    (old.email, old.last_sign_in_at, old.invited_at, old.email_confirmed_at, old.encrypted_password)
      is distinct from (new.email, new.last_sign_in_at, new.invited_at, new.email_confirmed_at, new.encrypted_password)
  )
  execute function private.write_user_account();

create or replace function public.person_with_email(address text) returns table (id uuid, agency_id uuid, has_come boolean)
language sql stable security definer set search_path = ''
begin atomic
  select users.id, profiles.agency_id, private.has_come(users.id)
  from auth.users left join public.user_profiles as profiles using (id)
  where lower(users.email) = lower(btrim(address)) and not users.is_sso_user;
end;

-- Before somebody is invited again whose link was opened and who has not come: whoever opened it is out, and the auth service
-- mails another link.
create function public.reopen_invitation(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users set email_confirmed_at = null
  where id = person and email_confirmed_at is not null and not private.has_come(id);
  if found then
    update auth.sessions set not_after = now() where user_id = person and (not_after is null or not_after > now());
  end if;
end
$$;
revoke execute on function public.reopen_invitation from public, anon, authenticated;
grant execute on function public.reopen_invitation to service_role;

create or replace function public.revoke_invitation(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_care_of(person);
  perform private.audit('invitation_revoked', private.audit_agency_of(person), person, private.audit_name(person));
  -- Whoever accepts at this moment is waited for, and stays.
  delete from auth.users where id = person and invited_at is not null and not private.has_come(id);
  if not found then
    raise exception 'They have accepted the invitation already.' using errcode = 'PT409';
  end if;
end
$$;

-- Those who were taken for people who have come.
update public.user_accounts as known set invited_at = users.invited_at
from auth.users
where users.id = known.user_id and users.invited_at is not null and known.invited_at is null and not private.has_come(users.id);
