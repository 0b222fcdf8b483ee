-- Films and their makers: every kind of relationship that can be embedded.
create table public.directors (
  id         int primary key,
  first_name text not null,
  last_name  text not null
);

create table public.films (
  id          int primary key,
  title       text not null,
  director_id int references public.directors (id),
  year        int,
  rating      numeric(3, 1),
  budget      bigint,
  released    date,
  tags        text[] not null default '{}',
  details     jsonb not null default '{}',
  screened    int4range,
  document    tsvector generated always as (to_tsvector('english', title)) stored,
  is_restored boolean
);

-- One to one: the primary key is also a foreign key.
create table public.technical_specs (
  film_id int primary key references public.films (id),
  runtime interval not null,
  camera  text
);

create table public.actors (
  id         int primary key,
  first_name text not null,
  last_name  text not null
);

-- Many to many: the primary key consists of two foreign keys.
create table public.roles (
  film_id   int references public.films (id),
  actor_id  int references public.actors (id),
  character text,
  primary key (film_id, actor_id)
);

-- Two foreign keys to the same table, which only a hint can distinguish.
create table public.premieres (
  id           int primary key,
  film_id      int not null references public.films (id),
  host_id      int references public.directors (id),
  presenter_id int references public.directors (id)
);

-- A foreign key to the table itself.
create table public.studios (
  id        int primary key,
  name      text not null,
  parent_id int references public.studios (id)
);

create view public.old_films with (security_invoker = true) as
  select id as film_id, title, director_id, year from public.films where year < 1970;

create view public.old_film_titles with (security_invoker = true) as
  select film_id as id, title as name, upper(title) as shouted from public.old_films;

create function public.full_name(public.directors) returns text language sql stable as $$
  select $1.first_name || ' ' || $1.last_name
$$;

create function public.colleagues(public.directors) returns setof public.directors language sql stable as $$
  select * from public.directors where id <> $1.id order by id
$$;

create function public.debut(public.directors) returns setof public.films rows 1 language sql stable as $$
  select * from public.films where director_id = $1.id order by year limit 1
$$;

insert into public.directors values (1, 'Agnès', 'Varda'), (2, 'Akira', 'Kurosawa'), (3, 'Claire', 'Denis');
insert into public.films (id, title, director_id, year, rating, budget, released, tags, details, screened, is_restored) values
  (1, 'Cléo from 5 to 7', 1, 1962, 8.0, 64000, '1962-04-11', '{paris,drama}', '{"length": 90, "cast": [{"name": "Corinne"}, {"name": "Antoine"}], "color": {"kind": "bw"}}', '[10,20)', true),
  (2, 'Vagabond', 1, 1985, 7.8, 9007199254740993, '1985-12-04', '{drama}', '{"length": 105}', '[20,30)', null),
  (3, 'Seven Samurai', 2, 1954, 8.6, 500000, '1954-04-26', '{epic,drama,war}', '{"length": 207, "color": {"kind": "bw"}}', '[30,40)', true),
  (4, 'Ran', 2, 1985, 8.2, 11500000, '1985-06-01', '{epic,war}', '{"length": 160, "color": {"kind": "color"}}', null, false),
  (5, 'Untitled, "Lost" (1920)', null, 1920, null, null, null, '{}', '{}', null, null);
insert into public.technical_specs values (1, '1:30', 'Caméflex'), (3, '3:27', 'Mitchell BNC');
insert into public.actors values (1, 'Corinne', 'Marchand'), (2, 'Toshiro', 'Mifune'), (3, 'Sandrine', 'Bonnaire'), (4, 'Takashi', 'Shimura'), (5, 'Nobody', 'Yet');
insert into public.roles values (1, 1, 'Cléo'), (2, 3, 'Mona'), (3, 2, 'Kikuchiyo'), (3, 4, 'Kambei');
insert into public.premieres values (1, 1, 1, 2), (2, 3, 2, null);
insert into public.studios values (1, 'Toho', null), (2, 'Toho Animation', 1), (3, 'Toho Pictures', 1);
