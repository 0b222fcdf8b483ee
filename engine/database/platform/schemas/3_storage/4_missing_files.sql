-- Files whose bytes are missing, as after an incomplete restore. The row of the file stays, and the mark is removed
-- when the bytes are back. A mark belongs to one version: a file that is uploaded again is no longer missing.
create table engine.missing_files (
  object_id uuid not null primary key,
  version   text,
  since     timestamptz not null default now()
);
