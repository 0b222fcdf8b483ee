-- Account data for people who manage others, beside the profile that all colleagues see: the address, the last sign-in,
-- and whether an invitation is pending. Triggers maintain it; nobody may write it.
create table public.user_accounts (
  user_id         uuid primary key references public.user_profiles (id) on delete cascade,
  email           text,
  last_sign_in_at timestamptz,
  -- Null once the person has accepted (private.has_come).
  invited_at      timestamptz,
  -- The text that the search box of User Management compares: name, id and address. Ids are included because people
  -- know their first digits.
  search_text     text not null default '',
  -- The requested new address, and the time until which it can be confirmed.
  awaited_email   text,
  awaited_until   timestamptz
);

alter table public.user_accounts enable row level security;
revoke all on public.user_accounts from anon, authenticated, service_role;
grant select, insert, update, delete on public.user_accounts to service_role;
grant select on public.user_accounts to authenticated;

create policy "admins read their agency's accounts, super admins all"
  on public.user_accounts for select to authenticated
  using (
    (select private.is_super_admin())
    or (select private.has_role('agency_admin', 'admin')) and exists (
      select from public.user_profiles
      where user_profiles.id = user_accounts.user_id and user_profiles.agency_id = (select private.my_agency_id())
    )
  );

-- Whether the person of an account has confirmed it. An invited person who opened the link and left without a password
-- or another sign-in method does not count: a mail scanner may have opened it, or they have yet to choose a password,
-- and they can be invited again.
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

create function private.write_user_account() returns trigger
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
revoke execute on function private.write_user_account from public;

create trigger write_account
  after insert or update of display_name on public.user_profiles
  for each row execute function private.write_user_account();

create trigger write_account
  after update of email, last_sign_in_at, invited_at, email_confirmed_at, encrypted_password on auth.users for each row
  when (
    (old.email, old.last_sign_in_at, old.invited_at, old.email_confirmed_at, old.encrypted_password)
      is distinct from (new.email, new.last_sign_in_at, new.invited_at, new.email_confirmed_at, new.encrypted_password)
  )
  execute function private.write_user_account();
