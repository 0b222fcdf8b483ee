-- The role none is in no list of roles, and takes whoever sets it back to the one that connected: the engine, who is often a
-- superuser. What authenticator was not granted is refused, and this is granted to nobody.
create or replace function engine.require_role(wanted text) returns void language plpgsql stable as $$
begin
  if wanted = 'none'
     or exists (select from pg_roles where rolname = wanted) and not pg_has_role('authenticator', wanted, 'member') then
    raise exception 'permission denied to set role "%"', wanted using errcode = 'insufficient_privilege';
  end if;
end
$$;
