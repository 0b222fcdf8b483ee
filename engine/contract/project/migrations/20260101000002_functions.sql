-- Functions with every shape of argument and result.
create function public.add_them(a int, b int default 10) returns int language sql immutable as $$ select a + b $$;
create function public.say(word text) returns text language sql stable as $$ select word $$;
create function public.nothing() returns void language sql as $$ select $$;
create function public.no_value() returns text language sql stable as $$ select null::text $$;
create function public.countdown(start int) returns setof int language sql stable as $$
  select generate_series(start, 1, -1)
$$;
create function public.oldest_film() returns public.films language sql stable as $$
  select * from public.films order by year limit 1
$$;
create function public.no_film() returns public.films language sql stable as $$
  select * from public.films where false
$$;
create function public.films_since(since int) returns setof public.films language sql stable as $$
  select * from public.films where year >= since
$$;
create function public.film_years() returns table (year int, films bigint) language sql stable as $$
  select year, count(*) from public.films group by year order by year
$$;
create function public.divide(a int, b int, out quotient int, out remainder int) language sql immutable as $$
  select a / b, a % b
$$;
create function public.total(variadic amounts int[]) returns bigint language sql immutable as $$
  select sum(amount) from unnest(amounts) as amount
$$;
create function public.echo(json) returns json language sql immutable as $$ select $1 $$;
create function public.size_of(bytea) returns int language sql immutable as $$ select length($1) $$;
create function public.kinds(payload jsonb, words text[]) returns jsonb language sql immutable as $$
  select jsonb_build_object('payload', payload, 'words', words)
$$;
create function public.either(value int) returns text language sql immutable as $$ select 'int' $$;
create function public.either(value text) returns text language sql immutable as $$ select 'text' $$;
create function public.add_todo(owner text, title text) returns public.todos language sql volatile as $$
  insert into public.todos (owner, title) values (owner, title) returning *
$$;
create function public.close_todos(of_owner text) returns setof public.todos language sql volatile as $$
  update public.todos set done = true where owner = of_owner returning *
$$;
create function public.request_setting(name text) returns text language sql stable as $$
  select nullif(current_setting(name, true), '')
$$;
create function public.who() returns json language sql stable as $$
  select json_build_object('role', current_role, 'claims', current_setting('request.jwt.claims', true)::json)
$$;
create function public.teapot() returns text language plpgsql as $$
begin
  perform set_config('response.status', '418', true);
  perform set_config('response.headers', '[{"X-Pot": "short"}, {"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}, {"Content-Type": "text/x-tea"}]', true);
  return 'stout';
end
$$;
create function public.fail_with(state text, words text) returns void language plpgsql as $$
begin
  raise exception using errcode = state, message = words, detail = 'the detail', hint = 'the hint';
end
$$;
create function public.raise_response() returns void language plpgsql as $$
begin
  raise sqlstate 'PGRST' using
    message = '{"code": "402", "message": "Payment Required", "details": "Quota exceeded", "hint": "Upgrade"}',
    detail = '{"status": 402, "headers": {"X-Powered-By": "money"}}';
end
$$;
create function public.change_schema(statement text) returns void language plpgsql security definer as $$
begin
  execute statement;
end
$$;
revoke execute on function public.change_schema from anon, authenticated, public;
grant execute on function public.change_schema to service_role;

create function public.swap(inout a int, inout b int) language sql immutable as $$ select b, a $$;
create function public.pairs(many int, out n int, out square int) returns setof record language sql immutable as $$
  select i, i * i from generate_series(1, many) as i
$$;
create function public.up_to(n int) returns int[] language sql immutable as $$
  select array(select generate_series(1, n))
$$;
create function public.up_to_each(n int) returns setof int[] language sql stable as $$
  select public.up_to(i) from generate_series(1, n) as i
$$;
create domain public.positive as int check (value > 0);
create function public.as_domain(n int) returns public.positive language sql immutable as $$ select n::public.positive $$;
create type public.weekday as enum ('monday', 'tuesday');
create function public.weekday() returns public.weekday language sql immutable as $$ select 'monday'::public.weekday $$;
create function public.large() returns numeric language sql immutable as $$ select 12345678901234567890 $$;
create function public.shout(text) returns text language sql immutable as $$ select upper($1) $$;
create function public.taken(a int) returns text language sql immutable as $$ select 'by name' $$;
create function public.taken(json) returns text language sql immutable as $$ select 'whole' $$;
create function public.isolation() returns text language sql stable set default_transaction_isolation = 'serializable'
as $$ select current_setting('transaction_isolation') $$;

-- Fails as a victim of deadlocks does, and counts its attempts, which a sequence remembers across the rollback.
create sequence public.deadlocked_attempts;
create function public.deadlocked(times int) returns int language plpgsql as $$
declare
  attempt constant int := nextval('public.deadlocked_attempts');
begin
  if attempt <= times then
    raise exception 'deadlock detected' using errcode = '40P01';
  end if;
  perform setval('public.deadlocked_attempts', 1, false);
  return attempt;
end
$$;

-- Takes longer than a statement of anon may, and has a longer limit of its own.
create function public.take_your_time() returns text language sql volatile set statement_timeout = '60s' as $$
  select 'done' from pg_sleep(4)
$$;
