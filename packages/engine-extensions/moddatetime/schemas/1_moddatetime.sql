-- A trigger before an update that sets the column it is given to the time of the transaction.
create function extensions.moddatetime() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_nargs <> 1 then
    raise exception 'moddatetime (%): wrong number of arguments, expected 1', tg_table_name using errcode = '22023';
  end if;
  if to_jsonb(new) -> tg_argv[0] is null then
    raise exception '"%" has no attribute "%"', tg_table_name, tg_argv[0] using errcode = '09000';
  end if;
  return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], now()));
end
$$;
