-- A token may name any role, and the engine may become any. What authenticator was not granted is refused, as on the
-- hosted service: otherwise a person with the role of a superuser would be one.
create function engine.require_role(wanted text) returns void language plpgsql stable as $$
begin
  if exists (select from pg_roles where rolname = wanted) and not pg_has_role('authenticator', wanted, 'member') then
    raise exception 'permission denied to set role "%"', wanted using errcode = 'insufficient_privilege';
  end if;
end
$$;

create or replace function engine.become_on_channel(sub text, claims jsonb) returns void language plpgsql as $$
begin
  if claims ? 'session_id' then
    perform engine.require_session((claims ->> 'session_id')::uuid);
  end if;
  perform engine.require_role(claims ->> 'role');
  perform set_config('realtime.topic', sub, true),
          set_config('request.jwt.claims', claims::text, true),
          set_config('request.jwt.claim.sub', coalesce(claims ->> 'sub', ''), true),
          set_config('request.jwt.claim.role', claims ->> 'role', true),
          set_config('role', claims ->> 'role', true);
end
$$;
