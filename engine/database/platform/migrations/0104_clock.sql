-- When each regular job is due next: whichever of several servers comes first then does it.
create table engine.clock (
  job    text primary key,
  due_at timestamptz not null
);
