-- Installed extensions and those that a feature stands in for. Migrations of a project that query pg_extension are
-- rewritten to query this view.
create view engine.pg_extension as
  select oid, extname, extowner, extnamespace, extrelocatable, extversion, extconfig, extcondition
  from pg_catalog.pg_extension
  union all
  select 0, substr(feature, 11)::name, 10, 'extensions'::regnamespace, false, 'stand-in', null, null
  from engine.feature_migrations
  where feature like 'extension/%' and version = '0000';

create view engine.pg_available_extensions as
  select name, default_version, installed_version, comment
  from pg_catalog.pg_available_extensions
  union all
  select extname, extversion, extversion, 'part of it, by the engine'
  from engine.pg_extension
  where extversion = 'stand-in';
