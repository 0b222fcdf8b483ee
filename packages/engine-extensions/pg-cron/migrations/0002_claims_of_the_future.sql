-- Claims the jobs that have become due since then, for the first server that asks. However long ago that was, each job
-- runs once, and jobs that were due more than ten minutes ago are skipped. A claim that is later than now by more than a
-- minute was made while the clock was ahead, and no longer counts.
create or replace function cron._claim(since timestamptz) returns setof cron.job language sql volatile set search_path = '' as $$
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
