create sequence cron.jobid_seq;
create table cron.job (
  jobid    bigint primary key default nextval('cron.jobid_seq'),
  schedule text not null,
  command  text not null,
  nodename text not null default 'localhost',
  nodeport integer not null default coalesce(inet_server_port(), 5432),
  database text not null default current_database(),
  username text not null default current_user,
  active   boolean not null default true,
  jobname  text,
  constraint jobname_username_uniq unique (jobname, username)
);
alter table cron.job enable row level security;
create policy cron_job_policy on cron.job using (username = current_user);

create sequence cron.runid_seq;
create table cron.job_run_details (
  jobid          bigint,
  runid          bigint primary key default nextval('cron.runid_seq'),
  job_pid        integer,
  database       text,
  username       text,
  command        text,
  status         text,
  return_message text,
  start_time     timestamptz,
  end_time       timestamptz
);
alter table cron.job_run_details enable row level security;
create policy cron_job_run_details_policy on cron.job_run_details using (username = current_user);

-- Own table: when each job was last claimed by one of several servers.
create table cron._claimed (
  jobid    bigint primary key references cron.job (jobid) on delete cascade,
  due_at   timestamptz not null
);

-- Wakes servers, which sleep until the next job is due.
create function cron.job_cache_invalidate() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('engine_cron', '');
  return null;
end
$$;
create trigger cron_job_cache_invalidate after insert or update or delete or truncate on cron.job
  for each statement execute function cron.job_cache_invalidate();

create function cron._check(schedule text, database text, username text) returns void
language plpgsql set search_path = '' as $$
begin
  if coalesce(cron._seconds(schedule)::text, cron._is_due(schedule, now())::text) is null then
    raise exception 'invalid schedule: %', schedule using
      errcode = 'invalid_parameter_value',
      hint = 'Use cron format (e.g. 5 4 * * *), or interval format ''[1-59] seconds''';
  end if;
  if database <> current_database() then
    raise exception 'Jobs run in the database % alone', current_database() using errcode = 'feature_not_supported';
  end if;
  -- What the engine runs could become the engine again: it is not to be somebody else's.
  if username <> (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'cron') then
    raise exception 'must be the owner of the database to have jobs: %', username using errcode = 'insufficient_privilege';
  end if;
end
$$;

create function cron.schedule_in_database(
  job_name text, schedule text, command text, database text, username text default null, active boolean default true
) returns bigint language plpgsql set search_path = '' as $$
declare
  id bigint;
begin
  if schedule is null or command is null then
    raise exception '% can not be NULL', case when schedule is null then 'schedule' else 'command' end;
  end if;
  perform cron._check(schedule, database, coalesce(username, current_user));
  insert into cron.job (jobname, schedule, command, active) values (job_name, schedule, command, active)
  on conflict on constraint jobname_username_uniq
    do update set schedule = excluded.schedule, command = excluded.command, active = excluded.active
  returning jobid into id;
  return id;
end
$$;

create function cron.schedule(schedule text, command text) returns bigint language sql strict set search_path = '' as $$
  select cron.schedule_in_database(null, schedule, command, current_database())
$$;

create function cron.schedule(job_name text, schedule text, command text) returns bigint
language plpgsql set search_path = '' as $$
begin
  if job_name is null then
    raise exception 'job_name can not be NULL';
  end if;
  return cron.schedule_in_database(job_name, schedule, command, current_database());
end
$$;

create function cron.unschedule(job_id bigint) returns boolean language plpgsql strict set search_path = '' as $$
begin
  delete from cron.job where jobid = job_id;
  if not found then
    raise exception 'could not find valid entry for job %', job_id;
  end if;
  return true;
end
$$;

create function cron.unschedule(job_name text) returns boolean language plpgsql strict set search_path = '' as $$
begin
  delete from cron.job where jobname = job_name and username = current_user;
  if not found then
    raise exception 'could not find valid entry for job ''%''', job_name;
  end if;
  return true;
end
$$;

create function cron.alter_job(
  job_id bigint, schedule text default null, command text default null, database text default null,
  username text default null, active boolean default null
) returns void language plpgsql set search_path = '' as $$
declare
  changed cron.job;
begin
  update cron.job set
    schedule = coalesce(alter_job.schedule, job.schedule),
    command = coalesce(alter_job.command, job.command),
    active = coalesce(alter_job.active, job.active)
  where jobid = job_id
  returning * into changed;
  if not found then
    raise exception 'Job % does not exist or you don''t own it', job_id;
  end if;
  perform cron._check(changed.schedule, coalesce(database, changed.database), coalesce(username, changed.username));
end
$$;

-- Claims the jobs that have become due since then, for the first server that asks. However long ago that was, each job
-- runs once, and jobs that were due more than ten minutes ago are skipped. A claim that is later than now by more than a
-- minute was made while the clock was ahead, and no longer counts.
create function cron._claim(since timestamptz) returns setof cron.job language sql volatile set search_path = '' as $$
  with due as (
    select jobid, coalesce(
      to_timestamp(floor(extract(epoch from now()) / cron._seconds(schedule)) * cron._seconds(schedule)),
      (
        select max(minute)
        from generate_series(
          date_trunc('minute', greatest(since, now() - interval '10 minutes')) + interval '1 minute',
          date_trunc('minute', now()), interval '1 minute'
        ) as minute
        where cron._is_due(schedule, minute)
      )
    ) as due_at
    from cron.job
    where active
  ), claimed as (
    insert into cron._claimed (jobid, due_at)
    select jobid, due_at from due where due_at > since
    on conflict (jobid) do update set due_at = excluded.due_at
      where _claimed.due_at < excluded.due_at or _claimed.due_at > now() + interval '1 minute'
    returning jobid
  )
  select job.* from cron.job join claimed using (jobid) order by jobid
$$;

-- Only the owner of the database may call these, unless the project grants more.
revoke all on all functions in schema cron from public;
