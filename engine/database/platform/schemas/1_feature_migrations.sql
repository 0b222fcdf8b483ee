-- Which features have brought their tables to this database, and what was applied to them since. Version 0000 is the state
-- that a feature began with, in its folder schemas/.
create table engine.feature_migrations (
  feature    text not null,
  version    text not null,
  name       text not null,
  checksum   text,
  applied_at timestamptz not null default now(),
  primary key (feature, version)
);
