-- A profile has the name that its person gave at sign-up, and keeps it. Until somebody has shown that the address is
-- theirs it may be a stranger's word: when their sign-up is replaced, or dropped because the owner came in by another
-- way, the name in the profile goes with it.
create function private.name_at_sign_up(metadata jsonb) returns text
language sql immutable set search_path = '' as $$
  select nullif(left(regexp_replace(coalesce(metadata ->> 'name', metadata ->> 'full_name'), '^\s+|\s+$', '', 'g'), 200), '')
$$;

create or replace function private.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.user_profiles (id, display_name) values (new.id, private.name_at_sign_up(new.raw_user_meta_data));
  insert into public.user_roles (user_id, role) values (new.id, 'user');
  return null;
end
$$;

create function private.rename_newcomer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  name text := private.name_at_sign_up(new.raw_user_meta_data);
begin
  if name is distinct from private.name_at_sign_up(old.raw_user_meta_data) then
    update public.user_profiles set display_name = name where id = new.id;
  end if;
  return null;
end
$$;

create trigger rename_newcomer
  after update of raw_user_meta_data on auth.users for each row
  when (old.email_confirmed_at is null and old.phone_confirmed_at is null)
  execute function private.rename_newcomer();
