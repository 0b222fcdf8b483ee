-- A person who may no longer be in the chat leaves it at once, also if they only listen: the statement that takes their
-- right away notifies the chat when it is committed, and the chat checks again who may stay.

-- The agency that somebody with these claims works for now; null for somebody who would not be let in anywhere.
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

-- Tells the chat that somebody's right to be there may have changed, if they are there: over a private channel of
-- Realtime that only the service key may hear, as long as no policy on realtime.messages says otherwise.
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
