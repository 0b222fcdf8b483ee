-- What the row policies on realtime.messages allow on a private channel is found out by trying it; nothing tried is
-- kept. MS001 ends an attempt. (MS000 would be caught as the whole class, and so would MS401, which ends a session.)

-- Sets the caller for one attempt; its rollback resets it.
create function engine.become_on_channel(sub text, claims jsonb) returns void language plpgsql as $$
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

-- Returns which extensions of the channel a caller with these claims may receive.
create function engine.heard_on_channel(sub text, claims jsonb) returns text[] language plpgsql as $$
declare
  tried uuid[];
  heard text[];
begin
  begin
    with probe as (
      insert into realtime.messages (topic, extension) values (sub, 'broadcast'), (sub, 'presence') returning id
    )
    select array_agg(id) into tried from probe;
    perform engine.become_on_channel(sub, claims);
    select array_agg(extension) into heard from realtime.messages where id = any (tried);
    raise exception using errcode = 'MS001';
  exception when sqlstate 'MS001' then
    return coalesce(heard, '{}');
  end;
end
$$;

create function engine.may_speak_on_channel(sub text, claims jsonb, wanted text) returns boolean language plpgsql as $$
begin
  begin
    perform engine.become_on_channel(sub, claims);
    insert into realtime.messages (topic, extension) values (sub, wanted);
    raise exception using errcode = 'MS001';
  exception
    when sqlstate 'MS001' then return true;
    when insufficient_privilege then return false;
  end;
end
$$;
