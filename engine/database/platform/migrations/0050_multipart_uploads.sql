-- Uploads by the S3 protocol that are not complete yet: their parts come in any order. As of resumable uploads, each part
-- that has arrived is a stored file of its own, and counts once its row is here.
create table engine.multipart_uploads (
  id          uuid not null primary key,
  bucket_id   text not null,
  name        text not null,
  -- Whose it is: nobody else goes on with it. Who has no subject is told apart by role.
  owner_id    text,
  role        text not null,
  -- What the file is said to be.
  particulars jsonb not null,
  created_at  timestamptz not null default now()
);
create index multipart_uploads_created_at_idx on engine.multipart_uploads (created_at);
create index multipart_uploads_bucket_id_idx on engine.multipart_uploads (bucket_id, name);

create table engine.multipart_parts (
  version   uuid not null primary key,
  upload_id uuid not null references engine.multipart_uploads (id) on delete cascade,
  number    int not null,
  size      bigint not null,
  md5       text not null,
  stored_at timestamptz not null default now(),
  unique (upload_id, number)
);
