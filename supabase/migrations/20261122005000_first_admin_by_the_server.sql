-- Whoever holds the service key may make the first super admin: the server at its first start, or a person setting up
-- hosted Supabase. It refuses where there is one already.
create function public.make_first_super_admin(person uuid) returns void
language sql security definer set search_path = '' as $$
  select private.make_first_super_admin(person)
$$;
revoke execute on function public.make_first_super_admin from public, anon, authenticated;
grant execute on function public.make_first_super_admin to service_role;
