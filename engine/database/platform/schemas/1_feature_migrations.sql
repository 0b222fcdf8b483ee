-- The migrations of each feature that were applied to this database. Version 0000 is the state that the feature began
-- with, in its folder schemas/.
create table engine.feature_migrations (
  feature    text not null,
  version    text not null,
  name       text not null,
  checksum   text,
  applied_at timestamptz not null default now(),
  primary key (feature, version)
);
