-- The roles of people. A person may have several; the strongest counts.
create table public.user_roles (
  user_id uuid not null references public.user_profiles (id) on delete cascade,
  role    text not null check (role in ('user', 'agency_staff', 'agency_admin', 'admin', 'super_admin')),
  primary key (user_id, role)
);
create index user_roles_role_idx on public.user_roles (role);

alter table public.user_roles enable row level security;
revoke all on public.user_roles from anon, authenticated, service_role;
grant select, insert, update, delete on public.user_roles to service_role;
grant select, insert, delete on public.user_roles to authenticated;

create policy "people who read a profile read its roles"
  on public.user_roles for select to authenticated
  using (exists (select from public.user_profiles where user_profiles.id = user_roles.user_id));

create policy "super admins give roles"
  on public.user_roles for insert to authenticated
  with check ((select private.is_super_admin()));

create policy "super admins take roles away"
  on public.user_roles for delete to authenticated
  using ((select private.is_super_admin()));

create function private.verify_role_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and coalesce(new.user_id, old.user_id) = private.my_id() then
    raise exception 'Nobody changes their own roles.' using errcode = '42501';
  end if;
  return coalesce(new, old);
end
$$;
revoke execute on function private.verify_role_change from public;

create trigger verify_change
  before insert or delete on public.user_roles for each row execute function private.verify_role_change();

-- Refuses to remove the last super admin, because nobody could grant that role again. This also holds when a user is
-- deleted.
create function private.keep_a_super_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Removals run one at a time: two concurrent ones would each see the person that the other removes.
  perform pg_advisory_xact_lock(hashtext('private.keep_a_super_admin'));
  if not exists (
    select from public.user_roles join public.user_profiles on user_profiles.id = user_roles.user_id
    where user_roles.role = 'super_admin' and user_profiles.deactivated_at is null
  ) then
    raise exception 'The last super admin cannot be removed.' using errcode = '42501';
  end if;
  return null;
end
$$;
revoke execute on function private.keep_a_super_admin from public;

create trigger keep_a_super_admin
  after delete or update on public.user_roles for each row
  when (old.role = 'super_admin')
  execute function private.keep_a_super_admin();

create trigger recheck_chat
  after delete or update on public.user_roles
  for each row execute function private.recheck_chat('user_id');
