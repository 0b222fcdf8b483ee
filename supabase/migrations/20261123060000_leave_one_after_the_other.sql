-- Whoever was moved away has no presence any more for two of their connections to take turns by: each would find the
-- other's still there, and nobody would be told that they left.
create or replace function public.close_chat_connection(connection uuid, person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  gone private.chat_connections;
begin
  select * into gone from private.chat_connections where id = connection and user_id = person;
  if not found then
    return not exists (select from public.user_profiles where id = person);
  end if;
  perform from public.user_presence where user_id = gone.user_id for update;
  -- Whoever was moved away has none any more by which their connections take turns.
  perform from private.chat_connections where user_id = gone.user_id order by id for update;
  delete from private.chat_connections where id = connection;
  if exists (select from private.chat_connections where user_id = gone.user_id and agency_id = gone.agency_id) then
    return false;
  end if;
  delete from public.user_presence where user_id = gone.user_id and agency_id = gone.agency_id;
  return true;
end
$$;
