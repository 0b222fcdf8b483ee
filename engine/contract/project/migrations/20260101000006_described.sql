-- Database comments that appear in the OpenAPI description.
comment on schema archive is E'The archive\n\nWhere the reels are.';

create domain archive.shelf as varchar(8);
create type archive.condition as enum ('fine', 'scratched');
create table archive.reels (
  id        int primary key,
  film_id   int not null references archive.films (id),
  shelf     archive.shelf default 'A-1',
  condition archive.condition not null default 'fine',
  lent      boolean default false,
  made      date,
  labels    text[],
  length    numeric(5, 1) default 90,
  notes     jsonb,
  barcode   uuid default gen_random_uuid()
);
comment on table archive.reels is E'Reels of film\n\nEach lies on a shelf.';
comment on column archive.reels.film_id is 'What is on it';
grant all on archive.reels to anon, authenticated, service_role;
create view archive.shelves with (security_invoker = true) as
  select shelf, count(*) as reels from archive.reels group by shelf;
grant select on archive.shelves to anon;
create table archive.ledger (id int primary key);
revoke all on archive.ledger from anon;
grant all on archive.ledger to service_role;

create function archive.lend(reel int, days int default 7, variadic labels text[] default '{}') returns void
language sql volatile as $$ select $$;
comment on function archive.lend is 'Lends a reel';
create function archive.how_many() returns int language sql stable as $$ select count(*)::int from archive.films $$;
create function archive.is_lent(reel int) returns boolean language sql stable as $$ select false $$;
revoke execute on function archive.is_lent from public, anon;
grant execute on function archive.is_lent to service_role;
