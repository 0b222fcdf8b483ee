-- A colour is stored as a number, and read, written and filtered as text by the casts of its domain.
create domain public.color as int;
create function public.color_to_json(public.color) returns json language sql immutable as $$
  select to_json('#' || lpad(upper(to_hex($1::int)), 6, '0'))
$$;
create function public.color_from_text(text) returns public.color language sql immutable as $$
  select (('x' || lpad(replace($1, '#', ''), 8, '0'))::bit(32)::int)::public.color
$$;
create function public.color_from_json(json) returns public.color language sql immutable as $$
  select public.color_from_text($1 #>> '{}')
$$;
create cast (public.color as json) with function public.color_to_json(public.color) as implicit;
create cast (text as public.color) with function public.color_from_text(text) as implicit;
create cast (json as public.color) with function public.color_from_json(json) as implicit;

create table public.paints (
  id    int primary key,
  name  text not null,
  color public.color default 255,
  wall  text
);
insert into public.paints values (1, 'red', 16711680, 'north'), (2, 'blue', 255, 'south');

-- Custom media types: of any rows, of one table's, and of a function.
create domain public."text/plain" as text;
create domain public."application/vnd.test.list+json" as json;
create domain public."image/x-dots" as bytea;

create function public.add_line(lines public."text/plain", item anyelement) returns public."text/plain"
language sql immutable as $$ select lines || item::text || e'\n' $$;
create aggregate public.lines(anyelement) (sfunc = public.add_line, stype = public."text/plain", initcond = '');

create function public.add_studio(listed public."application/vnd.test.list+json", item public.studios)
returns public."application/vnd.test.list+json" language sql immutable as $$
  select (listed::jsonb || jsonb_build_array(item.name))::json
$$;
create aggregate public.studio_names(public.studios) (
  sfunc = public.add_studio, stype = public."application/vnd.test.list+json", initcond = '[]'
);

create function public.dots(many int) returns public."image/x-dots" language sql immutable as $$
  select decode(repeat('00ff', many), 'hex')::public."image/x-dots"
$$;

-- A stand-in for PostGIS, in a schema outside of any search path.
create schema maps;
grant usage on schema maps to anon, authenticated, service_role;
create function maps.st_asgeojson(record) returns text language plpgsql immutable as $$
begin
  return json_build_object('type', 'Feature', 'geometry', null, 'properties', to_json($1))::text;
end
$$;
