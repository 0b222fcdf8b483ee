-- Message queues: a table for each queue and one for its archive. A message that was read is invisible to other readers
-- for a while; if it is not deleted by then, it becomes visible again. Names and arguments are those of versions 1.4
-- and 1.5.
create schema pgmq;

create table pgmq.meta (
  queue_name     varchar unique not null,
  is_partitioned boolean not null,
  is_unlogged    boolean not null,
  created_at     timestamptz not null default now()
);

create type pgmq.message_record as (
  msg_id bigint, read_ct integer, enqueued_at timestamptz, vt timestamptz, message jsonb, headers jsonb
);
create type pgmq.queue_record as (
  queue_name varchar, is_partitioned boolean, is_unlogged boolean, created_at timestamptz
);
create type pgmq.metrics_result as (
  queue_name text, queue_length bigint, newest_msg_age_sec integer, oldest_msg_age_sec integer, total_messages bigint,
  scrape_time timestamptz, queue_visible_length bigint
);

-- The table of a queue (prefix q) or of its archive (prefix a).
create function pgmq.format_table_name(queue_name text, prefix text) returns text language plpgsql immutable as $$
begin
  if queue_name ~ '\$|;|--|''' then
    raise exception 'queue name contains invalid characters: $, ;, --, or \''';
  end if;
  return lower(prefix || '_' || queue_name);
end
$$;

create function pgmq.validate_queue_name(queue_name text) returns void language plpgsql as $$
begin
  if length(queue_name) >= 48 then
    raise exception 'queue name is too long, maximum length is 48 characters';
  end if;
end
$$;

create function pgmq._create(queue_name text, is_unlogged boolean) returns void language plpgsql as $$
declare
  queue   text := pgmq.format_table_name(queue_name, 'q');
  archive text := pgmq.format_table_name(queue_name, 'a');
begin
  perform pgmq.validate_queue_name(queue_name);
  execute format('
    create %s table if not exists pgmq.%I (
      msg_id      bigint primary key generated always as identity,
      read_ct     integer not null default 0,
      enqueued_at timestamptz not null default now(),
      vt          timestamptz not null,
      message     jsonb,
      headers     jsonb
    )', case when is_unlogged then 'unlogged' else '' end, queue);
  execute format('
    create table if not exists pgmq.%I (
      msg_id      bigint primary key,
      read_ct     integer not null default 0,
      enqueued_at timestamptz not null default now(),
      archived_at timestamptz not null default now(),
      vt          timestamptz not null,
      message     jsonb,
      headers     jsonb
    )', archive);
  execute format('create index if not exists %I on pgmq.%I (vt)', queue || '_vt_idx', queue);
  execute format('create index if not exists %I on pgmq.%I (archived_at)', 'archived_at_idx_' || queue_name, archive);
  insert into pgmq.meta values (queue_name, false, is_unlogged) on conflict do nothing;
end
$$;

create function pgmq.create_non_partitioned(queue_name text) returns void language sql as $$
  select pgmq._create(queue_name, false)
$$;

create function pgmq.create(queue_name text) returns void language sql as $$
  select pgmq._create(queue_name, false)
$$;

create function pgmq.create_unlogged(queue_name text) returns void language sql as $$
  select pgmq._create(queue_name, true)
$$;

create function pgmq.create_partitioned(
  queue_name text, partition_interval text default '10000', retention_interval text default '100000'
) returns void language plpgsql as $$
begin
  raise exception 'pg_partman is required for partitioned queues' using errcode = 'feature_not_supported';
end
$$;

create function pgmq.drop_queue(queue_name text) returns boolean language plpgsql as $$
begin
  execute format('drop table if exists pgmq.%I', pgmq.format_table_name(queue_name, 'q'));
  execute format('drop table if exists pgmq.%I', pgmq.format_table_name(queue_name, 'a'));
  delete from pgmq.meta where meta.queue_name = drop_queue.queue_name;
  return found;
end
$$;

create function pgmq.drop_queue(queue_name text, partitioned boolean) returns boolean language sql as $$
  select pgmq.drop_queue(queue_name)
$$;

create function pgmq.list_queues() returns setof pgmq.queue_record language sql stable as $$
  select queue_name, is_partitioned, is_unlogged, created_at from pgmq.meta
$$;

create function pgmq.purge_queue(queue_name text) returns bigint language plpgsql as $$
declare
  purged bigint;
begin
  execute format('delete from pgmq.%I', pgmq.format_table_name(queue_name, 'q'));
  get diagnostics purged = row_count;
  return purged;
end
$$;

-- Detaches an archive from the extension in the original; here archives belong to no extension, so nothing is to be
-- done.
create function pgmq.detach_archive(queue_name text) returns void language sql as '';

create function pgmq.metrics(queue_name text) returns pgmq.metrics_result language plpgsql as $$
declare
  queue  text := pgmq.format_table_name(queue_name, 'q');
  result pgmq.metrics_result;
begin
  execute format('
    select %L, count(*), extract(epoch from now() - max(enqueued_at))::integer,
      extract(epoch from now() - min(enqueued_at))::integer,
      (select case when is_called then last_value else 0 end from pgmq.%I), now(), count(*) filter (where vt <= now())
    from pgmq.%I', queue_name, queue || '_msg_id_seq', queue) into result;
  return result;
end
$$;

create function pgmq.metrics_all() returns setof pgmq.metrics_result language sql as $$
  select result.* from pgmq.meta, pgmq.metrics(meta.queue_name) as result
$$;
