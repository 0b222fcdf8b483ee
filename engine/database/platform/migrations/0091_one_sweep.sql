-- Which of several servers sweeps the file store, and until when it has it for itself.
alter table engine.file_store
  add column swept_by    uuid,
  add column swept_until timestamptz;
