-- Public fingerprints of the keys that this database's servers use, so that a server with other keys is noticed.
create table engine.keys_in_use (
  only_one boolean primary key default true check (only_one),
  anon_key text not null,
  signing  text[] not null
);
