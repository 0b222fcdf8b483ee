-- Backups that were begun: how each ended, and whether it has been restored since, for trial.
create table engine.backups (
  id         uuid primary key default gen_random_uuid(),
  began_at   timestamptz not null default now(),
  -- Empty while it is under way, and where whoever made it was killed.
  ended_at   timestamptz,
  -- Why there is none, where it failed.
  failure    text,
  -- Of the archive, and where it is kept, without secrets.
  name       text,
  place      text,
  bytes      bigint,
  rows       bigint,
  files      integer,
  proven_at  timestamptz
);
create index backups_begun on engine.backups (began_at desc);

-- While a backup is under way, files that lose their row are set aside and not removed: it may still be about to read them.
-- One that has not ended after twelve hours was killed.
create function engine.is_backed_up() returns boolean language sql stable set search_path = '' as $$
  select exists (select from engine.backups where ended_at is null and began_at > now() - interval '12 hours')
$$;

revoke all on engine.backups from public;
revoke all on function engine.is_backed_up from public;
