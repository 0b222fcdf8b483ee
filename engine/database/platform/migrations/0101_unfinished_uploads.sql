-- Files that come in parts and are not complete yet, by whatever protocol, so that any process goes on with what another
-- began. Each part that has arrived is a stored file of its own, and counts once its row is here. What was under way when
-- this came is not taken along: its clients begin anew, and the sweep sets its parts aside.
drop table engine.upload_parts, engine.uploads, engine.multipart_parts, engine.multipart_uploads;

create table engine.unfinished_uploads (
  id          uuid not null primary key,
  -- Nobody goes on with it by another protocol, which may ask other questions.
  protocol    text not null check (protocol in ('tus', 's3')),
  bucket_id   text not null,
  name        text not null,
  -- Whose it is: nobody else goes on with it. Who has no subject is told apart by role.
  owner_id    text,
  role        text not null,
  -- By a signed address, which stands in for the row policies.
  is_signed   boolean not null,
  upsert      boolean not null,
  -- What the file is said to be; and in the client's own words, where it may ask for them again.
  particulars jsonb not null,
  said        text,
  -- Null until the client says it.
  size        bigint,
  received    bigint not null default 0,
  created_at  timestamptz not null default now()
);
create index unfinished_uploads_created_at_idx on engine.unfinished_uploads (created_at);
create index unfinished_uploads_bucket_id_idx on engine.unfinished_uploads (bucket_id, name);

create table engine.unfinished_parts (
  version   uuid not null primary key,
  upload_id uuid not null references engine.unfinished_uploads (id) on delete cascade,
  -- What the parts are sorted by: where the part begins, or its number.
  place     bigint not null,
  size      bigint not null,
  md5       text not null,
  stored_at timestamptz not null default now(),
  unique (upload_id, place)
);
