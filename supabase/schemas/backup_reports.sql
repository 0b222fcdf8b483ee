-- The state of backups, which the engine records in `engine.backups`: super admins see the results, and the nightly job
-- finds out when the next backup is due. Hosted Supabase makes its own backups and has no such table.

-- Returns the time of the last good backup and of its trial restore, the start and the error of the last attempt, and
-- whether a backup is running.
create function public.backup_state()
returns table (
  has_backups boolean, last_good_at timestamptz, is_proven boolean, last_begun_at timestamptz, failure text,
  is_under_way boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_super_admin() and coalesce(auth.role(), '') <> 'service_role' then
    raise exception 'Only super admins look after the backups.' using errcode = '42501';
  end if;
  has_backups := to_regclass('engine.backups') is not null;
  is_under_way := false;
  if has_backups then
    select began_at, proven_at is not null into last_good_at, is_proven
    from engine.backups where name is not null order by began_at desc limit 1;
    select backups.began_at, backups.failure into last_begun_at, failure
    from engine.backups order by began_at desc limit 1;
    is_under_way := engine.is_backed_up();
  end if;
  return next;
end
$$;
revoke execute on function public.backup_state from public, anon;
grant execute on function public.backup_state to authenticated, service_role;
