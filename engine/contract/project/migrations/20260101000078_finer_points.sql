-- Finer points of PostgREST's behaviour, each with a test of its own (rest-finer-points.contract.ts).

-- A computed tsvector and a computed text.
create function public.words(public.films) returns tsvector language sql immutable as $$
  select to_tsvector('english', $1.title)
$$;

-- Two rows, where the function promises one.
create function public.both(public.directors) returns setof public.films rows 1 language sql stable as $$
  select * from public.films where director_id = $1.id
$$;
create view public.director_views with (security_invoker = true) as
  select d.id, n from public.directors as d cross join generate_series(1, 2) as n;

-- A page and an image, as custom media types.
create domain public."text/html" as text;
create function public.page(title text) returns public."text/html" language sql immutable as $$
  select '<h1>' || title || '</h1>'
$$;
create domain public."image/svg+xml" as text;
create function public.dot() returns public."image/svg+xml" language sql immutable as $$ select '<svg/>' $$;

-- Several relationships to the same rows, created in another order than they are listed.
create table public.harbours (id int primary key);
create table public.voyages (
  id          int primary key,
  to_harbour  int references public.harbours (id),
  via_harbour int references public.harbours (id),
  at_harbour  int references public.harbours (id)
);
create function public.sail(days text, speed text) returns text language sql immutable as $$ select 'slowly' $$;
create function public.sail(days int, speed text) returns text language sql immutable as $$ select 'somehow' $$;
create function public.sail(days int, speed int, crew int default 1) returns text language sql immutable as $$ select 'well' $$;
comment on function public.sail(int, text) is 'What has a comment comes later.';

-- Defaults that columns inherit from their types.
create domain public.mood as text default 'calm';
create domain public.calmer as public.mood;
create domain public.moodless as public.mood default null;
create table public.moods (
  id     int primary key,
  plain  public.mood,
  deeper public.calmer,
  own    public.mood default 'stormy',
  none   public.moodless
);
