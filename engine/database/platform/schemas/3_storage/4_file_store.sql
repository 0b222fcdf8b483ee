-- The file store that belongs to this database, so that the sweep never deletes files of another one; and which of
-- several servers sweeps it, with the time until which its claim holds.
create table engine.file_store (
  id          uuid not null,
  only_one    boolean primary key default true check (only_one),
  swept_by    uuid,
  swept_until timestamptz
);
