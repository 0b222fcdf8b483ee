-- replaces: 20261228000050
-- The column named by the trigger takes no address that mail cannot reach. Rows that have one already stay as they are,
-- also when something else of them changes and when they are brought back, which a check of the table would not allow.
-- As its owner: visitors, who send enquiries, have no way into this schema.
create or replace function private.require_mailable() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := to_jsonb(new) ->> tg_argv[0];
begin
  if tg_op = 'UPDATE' and address is not distinct from to_jsonb(old) ->> tg_argv[0] or private.is_bringing_back() then
    return new;
  end if;
  if not private.can_be_mailed(address) then
    raise exception 'Enter an email address, like name@example.com.' using errcode = '23514';
  end if;
  return new;
end
$$;
