-- Which rows each of several callers may see, asked as each of them, so that their row policies decide. The question is a query
-- for the numbers of those rows, with the keys as $1 and the numbers that a caller asks about as $2. It is prepared once for each
-- role, as that role. What a caller's policies set or break is taken back before the next one is asked: MS001 ends an attempt.
create function engine.seen_by_each(question text, keys jsonb, callers jsonb)
returns table (n int, seen int[], failure text, words text) language plpgsql as $$
declare
  caller record;
  prepared text;
begin
  -- Planned for each caller anew, it would take longer than it runs.
  perform set_config('plan_cache_mode', 'force_generic_plan', true);
  for caller in
    select position::int, asking ->> 'role' as role, asking ->> 'claims' as claims,
           (asking ->> 'session')::uuid as session, asking ->> 'numbers' as numbers
    from jsonb_array_elements(callers) with ordinality as listed (asking, position)
  loop
    n := caller.position;
    seen := null;
    failure := null;
    words := null;
    begin
      if caller.session is not null then
        perform engine.require_session(caller.session);
      end if;
      perform engine.require_role(caller.role);
      perform set_config('request.jwt.claims', caller.claims, true), set_config('role', caller.role, true);
      prepared := 'engine_seen_' || md5(caller.role || ' ' || question);
      if not exists (select from pg_catalog.pg_prepared_statements where name = prepared) then
        execute format('prepare %I (jsonb, int[]) as %s', prepared, question);
      end if;
      execute format('execute %I (%L, %L)', prepared, keys, caller.numbers) into seen;
      raise exception using errcode = 'MS001';
    exception
      when sqlstate 'MS001' then
        null;
      when others then
        get stacked diagnostics failure = returned_sqlstate, words = message_text;
    end;
    return next;
  end loop;
end
$$;
-- Whoever may call it can be anybody.
revoke all on function engine.seen_by_each from public;
