-- Files whose bytes are not where their row says, as after an incomplete restore. The row stays, and the mark goes when
-- they are back. A mark is of one version: a file that is uploaded again is not missing any more.
create table engine.missing_files (
  object_id uuid not null primary key,
  version   text,
  since     timestamptz not null default now()
);
