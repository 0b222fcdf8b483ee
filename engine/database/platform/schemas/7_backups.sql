-- Backups that were begun: how each ended, and whether a trial restore has proven it since.
create table engine.backups (
  id         uuid primary key default gen_random_uuid(),
  began_at   timestamptz not null default now(),
  -- Null while the backup runs, and where its process was killed.
  ended_at   timestamptz,
  -- The reason of a failure.
  failure    text,
  -- The name of the archive and where it is kept, without secrets.
  name       text,
  place      text,
  bytes      bigint,
  rows       bigint,
  files      integer,
  proven_at  timestamptz
);
create index backups_begun on engine.backups (began_at desc);

-- While a backup runs, files that lose their row are set aside instead of removed: the backup may still read them. A
-- backup that has not ended after twelve hours was killed.
create function engine.is_backed_up() returns boolean language sql stable set search_path = '' as $$
  select exists (select from engine.backups where ended_at is null and began_at > now() - interval '12 hours')
$$;

revoke all on engine.backups from public;
revoke all on function engine.is_backed_up from public;
