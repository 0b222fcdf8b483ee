-- A hook that adds a user's team to their tokens, and rejects users of one team.
create table public.teams (user_email text primary key, team text not null);
alter table public.teams enable row level security;
revoke all on public.teams from anon, authenticated;
grant select on public.teams to supabase_auth_admin;
create policy "the hook reads the teams" on public.teams for select to supabase_auth_admin using (true);

create function public.add_team(event jsonb) returns jsonb language plpgsql stable as $$
declare
  of_person text := (select team from public.teams where user_email = event -> 'claims' ->> 'email');
begin
  if of_person = 'locked out' then
    return '{"error": {"http_code": 403, "message": "Your team is locked out."}}';
  elsif of_person = 'forgetful' then
    return jsonb_build_object('claims', (event -> 'claims') - 'sub');
  elsif of_person is not null then
    return jsonb_set(event, '{claims,team}', to_jsonb(of_person || ' by ' || (event ->> 'authentication_method')));
  end if;
  return event;
end
$$;
revoke execute on function public.add_team(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.add_team(jsonb) to supabase_auth_admin;
