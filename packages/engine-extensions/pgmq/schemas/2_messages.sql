-- Sending: one message or several, with or without headers, immediately, after a delay in seconds or from a given time.
create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay timestamptz) returns setof bigint
language plpgsql as $$
begin
  return query execute format('
    insert into pgmq.%I (vt, message, headers)
    select $1, message, headers from unnest($2, $3) as sent (message, headers)
    returning msg_id', pgmq.format_table_name(queue_name, 'q'))
  using delay, msgs, coalesce(headers, '{}');
end
$$;

create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay integer) returns setof bigint
language sql as $$
  select pgmq.send_batch(queue_name, msgs, headers, clock_timestamp() + make_interval(secs => delay))
$$;

create function pgmq.send_batch(queue_name text, msgs jsonb[], delay timestamptz) returns setof bigint language sql as $$
  select pgmq.send_batch(queue_name, msgs, null, delay)
$$;

create function pgmq.send_batch(queue_name text, msgs jsonb[], delay integer) returns setof bigint language sql as $$
  select pgmq.send_batch(queue_name, msgs, null, delay)
$$;

create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[]) returns setof bigint language sql as $$
  select pgmq.send_batch(queue_name, msgs, headers, 0)
$$;

create function pgmq.send_batch(queue_name text, msgs jsonb[]) returns setof bigint language sql as $$
  select pgmq.send_batch(queue_name, msgs, null, 0)
$$;

create function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay timestamptz) returns setof bigint
language sql as $$
  select pgmq.send_batch(queue_name, array[msg], array[headers], delay)
$$;

create function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay integer) returns setof bigint language sql as $$
  select pgmq.send_batch(queue_name, array[msg], array[headers], delay)
$$;

create function pgmq.send(queue_name text, msg jsonb, delay timestamptz) returns setof bigint language sql as $$
  select pgmq.send(queue_name, msg, null, delay)
$$;

create function pgmq.send(queue_name text, msg jsonb, delay integer) returns setof bigint language sql as $$
  select pgmq.send(queue_name, msg, null, delay)
$$;

create function pgmq.send(queue_name text, msg jsonb, headers jsonb) returns setof bigint language sql as $$
  select pgmq.send(queue_name, msg, headers, 0)
$$;

create function pgmq.send(queue_name text, msg jsonb) returns setof bigint language sql as $$
  select pgmq.send(queue_name, msg, null, 0)
$$;

-- Reading: the oldest visible messages, which become invisible to other readers for `vt` seconds. Two functions stand
-- for one with a default in version 1.5, so that both versions' signatures can be granted.
create function pgmq.read(queue_name text, vt integer, qty integer, conditional jsonb) returns setof pgmq.message_record
language plpgsql as $$
begin
  return query execute format('
    with found as (
      select msg_id from pgmq.%1$I
      where vt <= clock_timestamp() and ($2 = ''{}'' or message @> $2)
      order by msg_id limit $1
      for update skip locked
    ), taken as (
      update pgmq.%1$I as queue set vt = clock_timestamp() + $3, read_ct = read_ct + 1
      from found where queue.msg_id = found.msg_id
      returning queue.msg_id, queue.read_ct, queue.enqueued_at, queue.vt, queue.message, queue.headers
    )
    select * from taken order by msg_id', pgmq.format_table_name(queue_name, 'q'))
  using qty, coalesce(conditional, '{}'), make_interval(secs => vt);
end
$$;

create function pgmq.read(queue_name text, vt integer, qty integer) returns setof pgmq.message_record language sql as $$
  select * from pgmq.read(queue_name, vt, qty, '{}')
$$;

-- Does not wait on the embedded database, where nobody could send a message meanwhile.
create function pgmq.read_with_poll(
  queue_name text, vt integer, qty integer, max_poll_seconds integer, poll_interval_ms integer, conditional jsonb
) returns setof pgmq.message_record language plpgsql as $$
declare
  stop_at timestamptz := clock_timestamp() + make_interval(secs => max_poll_seconds);
begin
  loop
    return query select * from pgmq.read(queue_name, vt, qty, conditional);
    exit when found or clock_timestamp() >= stop_at or version() ~ 'emcc';
    perform pg_sleep(poll_interval_ms / 1000.0);
  end loop;
end
$$;

create function pgmq.read_with_poll(
  queue_name text, vt integer, qty integer, max_poll_seconds integer default 5, poll_interval_ms integer default 100
) returns setof pgmq.message_record language sql as $$
  select * from pgmq.read_with_poll(queue_name, vt, qty, max_poll_seconds, poll_interval_ms, '{}')
$$;

create function pgmq.pop(queue_name text) returns setof pgmq.message_record language plpgsql as $$
begin
  return query execute format('
    delete from pgmq.%1$I where msg_id = (
      select msg_id from pgmq.%1$I where vt <= clock_timestamp() order by msg_id limit 1 for update skip locked
    )
    returning msg_id, read_ct, enqueued_at, vt, message, headers', pgmq.format_table_name(queue_name, 'q'));
end
$$;

create function pgmq.set_vt(queue_name text, msg_id bigint, vt integer) returns setof pgmq.message_record
language plpgsql as $$
begin
  return query execute format('
    update pgmq.%I set vt = clock_timestamp() + $1 where msg_id = $2
    returning msg_id, read_ct, enqueued_at, vt, message, headers', pgmq.format_table_name(queue_name, 'q'))
  using make_interval(secs => vt), msg_id;
end
$$;

-- Removing messages: by deletion or into the archive. Returns the ids that existed.
create function pgmq.delete(queue_name text, msg_ids bigint[]) returns setof bigint language plpgsql as $$
begin
  return query execute format('delete from pgmq.%I where msg_id = any($1) returning msg_id',
    pgmq.format_table_name(queue_name, 'q'))
  using msg_ids;
end
$$;

create function pgmq.delete(queue_name text, msg_id bigint) returns boolean language sql as $$
  select exists (select from pgmq.delete(queue_name, array[msg_id]))
$$;

create function pgmq.archive(queue_name text, msg_ids bigint[]) returns setof bigint language plpgsql as $$
begin
  return query execute format('
    with gone as (delete from pgmq.%I where msg_id = any($1) returning msg_id, vt, read_ct, enqueued_at, message, headers)
    insert into pgmq.%I (msg_id, vt, read_ct, enqueued_at, message, headers) select * from gone
    returning msg_id', pgmq.format_table_name(queue_name, 'q'), pgmq.format_table_name(queue_name, 'a'))
  using msg_ids;
end
$$;

create function pgmq.archive(queue_name text, msg_id bigint) returns boolean language sql as $$
  select exists (select from pgmq.archive(queue_name, array[msg_id]))
$$;

-- Every role with usage of the schema may call these, regardless of the project's default privileges.
grant execute on all functions in schema pgmq to public;
