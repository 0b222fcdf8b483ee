-- Whoever signs up, or is created by an admin, gets a profile and the role 'user'. What they say about themselves at
-- sign-up gives them a name and nothing else: a role in the metadata is a wish, not a right.
create function private.welcome_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  name text := coalesce(new.raw_user_meta_data ->> 'name', new.raw_user_meta_data ->> 'full_name');
begin
  insert into public.user_profiles (id, display_name)
  values (new.id, nullif(left(regexp_replace(name, '^\s+|\s+$', '', 'g'), 200), ''));
  insert into public.user_roles (user_id, role) values (new.id, 'user');
  return null;
end
$$;

create trigger welcome_user
  after insert on auth.users for each row execute function private.welcome_user();

-- A fresh installation has nobody who could give the first role. The server calls this at its first start, a person
-- setting up hosted Supabase calls it in the SQL editor.
create function private.make_first_super_admin(person uuid, agency_name text default 'Mainstreet') returns void
language plpgsql security definer set search_path = '' as $$
declare
  first_agency uuid;
begin
  perform pg_advisory_xact_lock(hashtext('private.keep_a_super_admin'));
  if exists (select from public.user_roles where role = 'super_admin') then
    raise exception 'There is a super admin already: further ones are made by them.' using errcode = '42501';
  end if;
  select id into first_agency from public.agencies order by created_at limit 1;
  if first_agency is null then
    insert into public.agencies (name) values (agency_name) returning id into first_agency;
  end if;
  update public.user_profiles set agency_id = first_agency where id = person;
  insert into public.user_roles (user_id, role) values (person, 'super_admin');
end
$$;
revoke execute on function private.make_first_super_admin from public;
