-- Resumable uploads that are not complete yet, in the database, so that any process goes on with what another began.
-- Each part that has arrived is a stored file of its own, and counts once its row is here.
create table engine.uploads (
  id         uuid not null primary key,
  bucket_id  text not null,
  name       text not null,
  -- Whose it is: nobody else goes on with it.
  owner_id   text,
  -- By a signed address, which stands in for the row policies.
  is_signed  boolean not null,
  upsert     boolean not null,
  -- The client's Upload-Metadata, as it came.
  metadata   text not null,
  -- Null until the client says it.
  size       bigint,
  received   bigint not null default 0,
  created_at timestamptz not null default now()
);
create index uploads_created_at_idx on engine.uploads (created_at);

create table engine.upload_parts (
  version   uuid not null primary key,
  upload_id uuid not null references engine.uploads (id) on delete cascade,
  start     bigint not null
);
create index upload_parts_upload_id_idx on engine.upload_parts (upload_id, start);
