-- Which file store belongs to this database: the sweep deletes nothing in another's. And which of several servers sweeps it,
-- and until when it has it for itself.
create table engine.file_store (
  id          uuid not null,
  only_one    boolean primary key default true check (only_one),
  swept_by    uuid,
  swept_until timestamptz
);
