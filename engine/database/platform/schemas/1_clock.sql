-- When each scheduled job is due next. Of several servers, the first one that claims a job runs it.
create table engine.clock (
  job    text primary key,
  due_at timestamptz not null
);
