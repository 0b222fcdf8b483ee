-- Uploads in parts that are not complete yet, of either protocol, so that any process can continue what another began.
-- Each part that has arrived is a stored file of its own and counts once its row is here.
create table engine.unfinished_uploads (
  id          uuid not null primary key,
  -- An upload continues only in the protocol that began it, since the two check different things.
  protocol    text not null check (protocol in ('tus', 's3')),
  bucket_id   text not null,
  name        text not null,
  -- The owner, who alone may continue the upload. Callers without a subject are told apart by role.
  owner_id    text,
  role        text not null,
  -- Whether a signed URL was used, which replaces the row policies.
  is_signed   boolean not null,
  upsert      boolean not null,
  -- The metadata of the file, and the client's own notation of it where the protocol returns that.
  particulars jsonb not null,
  said        text,
  -- Null until the client tells the size.
  size        bigint,
  received    bigint not null default 0,
  created_at  timestamptz not null default now()
);
create index unfinished_uploads_created_at_idx on engine.unfinished_uploads (created_at);
create index unfinished_uploads_bucket_id_idx on engine.unfinished_uploads (bucket_id, name);

create table engine.unfinished_parts (
  version   uuid not null primary key,
  upload_id uuid not null references engine.unfinished_uploads (id) on delete cascade,
  -- The order of the parts: the offset at which a part begins, or its number.
  place     bigint not null,
  size      bigint not null,
  md5       text not null,
  stored_at timestamptz not null default now(),
  unique (upload_id, place)
);
