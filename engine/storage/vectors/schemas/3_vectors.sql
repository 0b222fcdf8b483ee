-- The vectors themselves, which the hosted service keeps elsewhere.
create table engine.vectors (
  index_id text not null references storage.vector_indexes (id) on delete cascade,
  key      text collate "C" not null,
  -- Four bytes a number. Numbers hardly compress, and trying takes time.
  data     bytea not null,
  metadata jsonb not null,
  primary key (index_id, key)
);
alter table engine.vectors alter column data set storage external;
