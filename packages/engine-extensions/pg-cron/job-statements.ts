/**
 * The advisory lock class of running jobs; the number is the same in every version, since servers of two versions may
 * run together.
 */
const LOCK = 7236452

/** Claims the jobs due since `since`, and returns when to look for due jobs again. */
export const dueJobs = (since: string | undefined) => ({
  text: `
    select
      now()::text as now,
      (extract(epoch from now()) * 1000)::float8 as "nowMs",
      exists (select from cron.job where active and cron._seconds(schedule) is not null) as "hasSeconds",
      (
        select coalesce(json_agg(jobid::text), '[]')
        from cron._claim(coalesce($1::timestamptz, now()))
      ) as due`,
  values: [since],
})

/** Begins a run of a job as it is now: since it became due it may have been changed, unscheduled or made inactive. */
export const insertRun = (id: string) => ({
  text: `
    insert into cron.job_run_details (jobid, database, username, command, status, start_time)
    select jobid, current_database(), current_user, command, 'running', clock_timestamp()
    from cron.job
    where jobid = $1 and active
    returning runid, command`,
  values: [id],
})

export const lockJob = (id: string) => ({ text: 'select pg_advisory_xact_lock($1, $2::int)', values: [LOCK, id] })

export const finishRun = (run: string, status: 'succeeded' | 'failed', message: string) => ({
  text: `
    update cron.job_run_details set status = $2, return_message = $3, end_time = clock_timestamp()
    where runid = $1`,
  values: [run, status, message],
})

/** Marks runs of servers that died as failed: a running job holds its lock. */
export const failInterruptedRuns = {
  text: `
    update cron.job_run_details set status = 'failed', return_message = 'server restarted', end_time = clock_timestamp()
    where status = 'running' and pg_try_advisory_xact_lock($1, jobid::int)`,
  values: [LOCK],
}

export const deleteOldRuns = { text: "delete from cron.job_run_details where end_time < now() - interval '30 days'" }
