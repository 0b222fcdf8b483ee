-- Ends chat connections as soon as a person loses access, even if they only read: the statement that revokes the access
-- notifies the chat servers at its commit, and they check the person's connections.

-- The agency whose chat the bearer of these claims may use now; null if none.
create function private.agency_of_bearer(claims jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  asking text := coalesce(current_setting('request.jwt.claims', true), '');
  asking_id text := coalesce(current_setting('request.jwt.claim.sub', true), '');
  agency uuid;
begin
  perform set_config('request.jwt.claims', claims::text, true),
          set_config('request.jwt.claim.sub', coalesce(claims ->> 'sub', ''), true);
  agency := private.my_agency_id();
  perform set_config('request.jwt.claims', asking, true),
          set_config('request.jwt.claim.sub', asking_id, true);
  return agency;
end
$$;
revoke execute on function private.agency_of_bearer from public;

-- Notifies the chat that a connected person's access may have changed, over a private Realtime channel that only the
-- service key may use, as long as no policy on realtime.messages says otherwise.
create function private.recheck_chat() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person uuid := to_jsonb(old) ->> tg_argv[0];
begin
  if exists (select from private.chat_connections where user_id = person) then
    perform realtime.send(jsonb_build_object('person', person), 'message', 'chat-access', true);
  end if;
  return coalesce(new, old);
end
$$;
revoke execute on function private.recheck_chat from public;
