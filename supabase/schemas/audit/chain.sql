-- The hash chain of the audit trail: each line has a hash over its content and the previous line's hash, so a changed,
-- removed or inserted line is detected. Lines get their positions a moment later, not when they are written: otherwise
-- concurrent sign-ins would wait for each other. Until then private.audit_written holds the content of each line.

-- The first and the last position of the chain. When lines older than `kept_for` are removed, the position and hash of
-- the last removed line become the new beginning.
create table private.audit_chain (
  only_row       boolean primary key default true check (only_row),
  kept_for       interval not null default interval '1 year' check (kept_for >= interval '1 day'),
  first_position bigint not null default 0,
  first_hash     bytea not null default '\x',
  last_position  bigint not null default 0,
  last_hash      bytea not null default '\x'
);
insert into private.audit_chain default values;
revoke all on private.audit_chain from public, anon, authenticated, service_role;

-- The content of a line as text, encrypted parts unchanged, independent of the server's settings.
create function private.audit_text(line public.audit_events) returns text
language sql stable as $$
  select jsonb_build_array(
    line.id, (extract(epoch from line.created_at) * 1000000)::bigint, line.kind, line.agency_id, line.actor_kind,
    line.actor_id, encode(line.actor, 'hex'), line.subject_id, encode(line.said, 'hex')
  )::text
$$;
revoke execute on function private.audit_text from public;

-- The hash over the previous line's hash, the position and the content.
create function private.audit_hash(before bytea, place bigint, line text) returns bytea
language sql immutable as $$
  select sha256(before || convert_to(format('[%s, %s', place, substr(line, 2)), 'UTF8'))
$$;
revoke execute on function private.audit_hash from public;

-- The content of each line at the time it was written, until it has a position. The chain is computed from this, not
-- from the line itself, so a line that was changed or removed in between does not match.
create table private.audit_written (
  id         uuid primary key,
  created_at timestamptz not null,
  line       text not null
);
revoke all on private.audit_written from public, anon, authenticated, service_role;

create function private.remember_audit_line() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.audit_written values (new.id, new.created_at, private.audit_text(new));
  return null;
end
$$;
revoke execute on function private.remember_audit_line from public;

create trigger remember_line
  after insert on public.audit_events for each row when (new.position is null)
  execute function private.remember_audit_line();

create function private.seal_audit_trail() returns void
language plpgsql security definer set search_path = '' as $$
declare
  chain private.audit_chain;
  written private.audit_written;
begin
  -- The row is locked, so concurrent calls continue one after the other.
  select * into strict chain from private.audit_chain for update;
  for written in
    select * from private.audit_written order by created_at, id limit 5000
  loop
    -- Where the line is gone, its place stays empty.
    chain.last_position := chain.last_position + 1;
    chain.last_hash := private.audit_hash(chain.last_hash, chain.last_position, written.line);
    update public.audit_events set position = chain.last_position, hash = chain.last_hash where id = written.id;
    delete from private.audit_written where id = written.id;
  end loop;
  update private.audit_chain set last_position = chain.last_position, last_hash = chain.last_hash
  where last_position <> chain.last_position;
end
$$;
revoke execute on function private.seal_audit_trail from public;

-- Removes lines past their retention time from the beginning of the chain, and keys that no line needs any more.
create function private.trim_audit_trail() returns void
language plpgsql security definer set search_path = '' as $$
declare
  chain private.audit_chain;
  last_old bigint;
begin
  select * into strict chain from private.audit_chain for update;
  -- All lines before the first that is young enough; all of them where none is.
  select coalesce(min(position) - 1, chain.last_position) into last_old
  from public.audit_events
  where position is not null and created_at >= now() - chain.kept_for;
  if last_old <= chain.first_position then
    return;
  end if;
  update private.audit_chain
  set first_position = last_old,
      first_hash = (select hash from public.audit_events where position = last_old)
  where exists (select from public.audit_events where position = last_old);
  delete from public.audit_events where position <= last_old;
  delete from private.audit_subjects
  where not exists (select from public.audit_events where actor_id = audit_subjects.id)
    and not exists (select from public.audit_events where subject_id = audit_subjects.id);
end
$$;
revoke execute on function private.trim_audit_trail from public;

-- Gives new lines their positions and removes lines past their retention time. The server calls it once a minute.
create function public.keep_audit_trail() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.seal_audit_trail();
  perform private.trim_audit_trail();
end
$$;
revoke execute on function public.keep_audit_trail from public, anon, authenticated;
grant execute on function public.keep_audit_trail to service_role;

-- Returns the problems of the audit trail, or no rows. A person who rewrites the whole chain including its end is only
-- detected by an older `last_hash` kept elsewhere, as in backups.
create function public.check_audit_chain() returns table (problem text, place bigint, event_id uuid, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  chain private.audit_chain;
begin
  select * into strict chain from private.audit_chain;
  return query
  with links as (
    select
      events.id, events.position, events.hash, events.created_at as at,
      lag(events.position, 1, chain.first_position) over places as position_before,
      private.audit_hash(lag(events.hash, 1, chain.first_hash) over places, events.position, private.audit_text(events)) as right_hash
    from public.audit_events as events
    where events.position is not null
    window places as (order by events.position)
  )
  select
    case when links.position_before <> links.position - 1
      then format('%s lines before this one were removed.', links.position - links.position_before - 1)
      else 'This line, or the one before it, was changed after it was written.'
    end,
    links.position, links.id, links.at
  from links
  where links.hash is distinct from links.right_hash or links.position_before <> links.position - 1
  union all
  select 'The end of the chain is not what it was: the last lines were removed, or the chain was made anew.',
         chain.last_position, null, null
  where coalesce(
    (select (events.position, events.hash) is distinct from (chain.last_position, chain.last_hash)
     from public.audit_events as events where events.position is not null order by events.position desc limit 1),
    (chain.first_position, chain.first_hash) is distinct from (chain.last_position, chain.last_hash)
  )
  union all
  select
    case when events.id is null
      then 'This line was removed before it had its place in the chain.'
      else 'This line was changed after it was written, before it had its place in the chain.'
    end,
    null, written.id, written.created_at
  from private.audit_written as written left join public.audit_events as events using (id)
  where events.id is null or private.audit_text(events) <> written.line
  union all
  select 'This line was put in behind the back of the trail, or what the trail remembered of it was removed.',
         null, events.id, events.created_at
  from public.audit_events as events
  where events.position is null and not exists (select from private.audit_written where audit_written.id = events.id)
  union all
  select 'This line has waited for more than an hour for its place in the chain: nothing calls keep_audit_trail().',
         null, events.id, events.created_at
  from private.audit_written join public.audit_events as events using (id)
  where events.created_at < now() - interval '1 hour'
  order by 2, 4;
end
$$;
revoke execute on function public.check_audit_chain from public, anon, authenticated;
grant execute on function public.check_audit_chain to service_role;
