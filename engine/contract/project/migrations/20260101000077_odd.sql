-- Unusual but valid content of a schema, none of which may prevent the rest from being served.
create table public.originals (id int primary key, name text);
insert into public.originals values (1, 'one');

-- A view that selects from itself, two that select from each other, and one that selects from such a view.
create view public.itself as table public.originals;
create or replace view public.itself as table public.itself;
create view public.this_one as table public.originals;
create view public.other_one as table public.this_one;
create or replace view public.this_one as table public.other_one;
create view public.lost as select * from public.itself join public.originals using (id, name);

-- A view with many views between it and its table.
create view public.floor_0 as table public.originals;
do $$
begin
  for n in 1..60 loop
    execute format('create view public.floor_%s as table public.floor_%s', n, n - 1);
  end loop;
end
$$;
create table public.copies (id int primary key, original_id int references public.originals (id));
insert into public.copies values (1, 1);

-- A table and views without columns, and a view with system columns.
create table public.empty ();
create view public.of_empty as select empty from public.empty;
create view public.of_nothing as select;
create view public.of_the_system as select ctid, tableoid, id from public.originals;

-- Names with special characters, arrays of row types, and functions of unusual types.
create table public."o""dd} (name) \ {'é" ("c}ol(" int primary key, "it's" public.originals[]);
create view public."vi}ew (" as select "c}ol(" as "x)", "it's" from public."o""dd} (name) \ {'é";
create domain public.deep_0 as int default 7;
do $$
begin
  for n in 1..50 loop
    execute format('create domain public.deep_%s as public.deep_%s', n, n - 1);
  end loop;
end
$$;
create table public.deep (id public.deep_50 primary key, within int4multirange, of public.originals);
create function public.same(anyelement) returns anyelement language sql immutable as $$ select $1 $$;
create function public.unknown_row() returns record language sql stable as $$ select 1, 'a' $$;
create function public.unknown_rows(int default 1) returns setof record language sql stable as $$ select $1, 'a' $$;
create procedure public.nothing_done() language sql as $$ select $$;
create table public.ranged (a int, b int, primary key (a, b)) partition by list (a);
create table public.ranged_1 partition of public.ranged for values in (1) partition by list (b);
create table public.ranged_1_1 partition of public.ranged_1 for values in (1);

-- Names of the greatest length, which differ in their last letter.
create table public.departments_of_the_whole_company_and_of_all_of_its_many_holding (
  id int primary key,
  the_department_that_this_department_has_been_a_part_of_since_1 int,
  the_department_that_this_department_has_been_a_part_of_since_2 int,
  foreign key (the_department_that_this_department_has_been_a_part_of_since_1)
    references public.departments_of_the_whole_company_and_of_all_of_its_many_holding,
  foreign key (the_department_that_this_department_has_been_a_part_of_since_2)
    references public.departments_of_the_whole_company_and_of_all_of_its_many_holding
);
insert into public.departments_of_the_whole_company_and_of_all_of_its_many_holding
  values (1, null, null), (2, 1, 1), (3, 2, 1);

-- A table with more defaults than a function takes arguments.
create table public.wide (id int primary key);
do $$
begin
  for n in 1..120 loop
    execute format('alter table public.wide add column column_%s int default %s', n, n);
  end loop;
end
$$;
