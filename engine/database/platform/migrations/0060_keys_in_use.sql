-- Which keys the servers of this database have, by what everybody may know of them, so that one with others notices.
create table engine.keys_in_use (
  only_one boolean primary key default true check (only_one),
  anon_key text not null,
  signing  text[] not null
);
