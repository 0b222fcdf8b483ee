-- Who has this address already, whether they have come yet, and whom they work for: asked before somebody is invited.
create function public.person_with_email(address text) returns table (id uuid, agency_id uuid, has_come boolean)
language sql stable security definer set search_path = ''
begin atomic
  select users.id, profiles.agency_id, users.email_confirmed_at is not null
  from auth.users left join public.user_profiles as profiles using (id)
  where lower(users.email) = lower(btrim(address)) and not users.is_sso_user;
end;
revoke execute on function public.person_with_email from public, anon, authenticated;
grant execute on function public.person_with_email to service_role;
