import { projectWithMigrations } from 'engine/testing/features'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { JobRunner } from '../pg-cron/run-jobs.ts'

// A typical migration: guarded, unscheduled before it is scheduled, with blocks as commands.
const { database, anotherServers, sql, as, apply } = await projectWithMigrations(
  'CREATE EXTENSION IF NOT EXISTS "pg_cron" WITH SCHEMA "pg_catalog";',
  `create table public.runs (job text, at timestamptz default clock_timestamp());
   do $$
   begin
     if exists (select 1 from pg_extension where extname = 'pg_cron') then
       perform cron.unschedule(jobid) from cron.job where jobname = 'nightly';
       perform cron.schedule('nightly', '0 3 * * *', $job$ insert into public.runs values ('nightly') $job$);
     end if;
   end $$;`,
)

const log = { error: vi.fn() }
const jobs = () => sql('select jobname, schedule, command, active from cron.job order by jobid')
const started: JobRunner[] = []
async function server(ofIts = database) {
  const one = new JobRunner({ database: ofIts, log })
  started.push(one)
  await one.start()
  return one
}
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
  await sql('delete from cron.job')
  await sql('truncate cron.job_run_details, public.runs')
  expect(log.error).not.toHaveBeenCalled()
})

describe('a schedule', () => {
  const due = async (schedule: string, at: string) =>
    (await sql('select cron._is_due($1, $2) as due', schedule, `${at}:00Z`))[0]?.due

  it.each([
    // The date 2026-11-24 is a Tuesday.
    ['* * * * *', '2026-11-24T13:05', true],
    ['*/5 * * * *', '2026-11-24T13:05', true],
    ['*/5 * * * *', '2026-11-24T13:06', false],
    ['5 13 * * *', '2026-11-24T13:05', true],
    ['5 14 * * *', '2026-11-24T13:05', false],
    ['1-10/3,59 * * * *', '2026-11-24T13:04', true],
    ['1-10/3,59 * * * *', '2026-11-24T13:05', false],
    ['0 9-17 * * mon-fri', '2026-11-24T17:00', true],
    ['0 9-17 * * MON-FRI', '2026-11-28T17:00', false],
    ['0 0 * * 7', '2026-11-29T00:00', true],
    ['0 0 * * 0', '2026-11-29T00:00', true],
    ['0 0 1 * *', '2026-11-29T00:00', false],
    ['0 0 1 * 0', '2026-11-29T00:00', true],
    ['0 0 $ * *', '2028-02-29T00:00', true],
    ['0 0 $ * *', '2028-02-28T00:00', false],
    ['0 0 1 jan,jul *', '2026-07-01T00:00', true],
    ['0 0 1 jan,jul *', '2026-08-01T00:00', false],
    ['0 0 */100 * *', '2026-11-01T00:00', true],
    ['0 0 */100 * *', '2026-11-02T00:00', false],
    ['@hourly', '2026-11-24T13:00', true],
    ['@daily', '2026-11-24T13:00', false],
  ])('%s is due at %s: %s', async (schedule, at, is) => {
    expect(await due(schedule, at)).toBe(is)
  })

  it.each(['', '* * * *', '* * * * * *', '60 * * * *', '* 24 * * *', '* * 0 * *', '*/0 * * * *', '5/2 * * * *'])(
    '%s is none',
    async (schedule) => {
      await expect(sql("select cron.schedule('x', $1, 'select 1')", schedule)).rejects.toMatchObject({
        ...{ code: '22023', message: `invalid schedule: ${schedule}` },
        hint: "Use cron format (e.g. 5 4 * * *), or interval format '[1-59] seconds'",
      })
    },
  )

  it.each(['0 0 * * funday', '5-1 * * * *', '60 seconds', '0 seconds', '1 minute', '@often'])(
    '%s is none',
    (schedule) => expect(sql("select cron.schedule($1, 'select 1')", schedule)).rejects.toThrow('invalid schedule'),
  )
})

describe('a job', () => {
  it('is scheduled by a migration that looks whether it can be', async () => {
    await apply(`select cron.schedule('weekly', '0 0 * * 0', 'select 1');`)
    expect(await jobs()).toMatchObject([
      { jobname: 'weekly', schedule: '0 0 * * 0', command: 'select 1', active: true },
    ])
  })

  it('is changed under its name, altered, and taken away', async () => {
    const [first] = await sql("select cron.schedule('cleanup', '0 * * * *', 'select 1') as id")
    const [second] = await sql("select cron.schedule('cleanup', '5 * * * *', 'select 2') as id")
    expect(second).toEqual(first)
    await sql('select cron.alter_job($1, command => $2, active => false)', first?.id, 'select 3')
    expect(await jobs()).toEqual([{ jobname: 'cleanup', schedule: '5 * * * *', command: 'select 3', active: false }])
    await expect(sql("select cron.alter_job($1, schedule => 'x')", first?.id)).rejects.toThrow('invalid schedule: x')
    expect(await sql("select cron.unschedule('cleanup')")).toEqual([{ unschedule: true }])
    await expect(sql("select cron.unschedule('cleanup')")).rejects.toThrow(
      "could not find valid entry for job 'cleanup'",
    )
    await expect(sql('select cron.unschedule(99)')).rejects.toThrow('could not find valid entry for job 99')
    await sql("select cron.schedule('* * * * *', 'select 1'), cron.schedule('* * * * *', 'select 1')")
    expect(await jobs()).toHaveLength(2)
  })

  it('is the owner’s of the database, in this database', async () => {
    await expect(
      sql("select cron.schedule_in_database('x', '* * * * *', 'select 1', 'another')"),
    ).rejects.toMatchObject({ code: '0A000' })
    const others = sql("select cron.schedule_in_database('x', '* * * * *', 'select 1', current_database(), 'anon')")
    await expect(others).rejects.toMatchObject({ code: '42501' })
    for (const role of ['anon', 'authenticated', 'service_role']) {
      await expect(as(role, "select cron.schedule('* * * * *', 'select 1')")).rejects.toMatchObject({ code: '42501' })
      await expect(as(role, 'select * from cron.job')).rejects.toMatchObject({ code: '42501' })
    }
  })
})

describe('what is due', () => {
  it('is one server’s, once, and what was due long ago is nobody’s', async () => {
    await sql("select cron.schedule('each', '* * * * *', 'select 1'), cron.schedule('some', '10 seconds', 'select 1')")
    await sql("select cron.schedule('off', '* * * * *', 'select 1'), cron.schedule('rare', '0 0 30 2 *', 'select 1')")
    await sql("select cron.alter_job(jobid, active => false) from cron.job where jobname = 'off'")
    // The jobs are claimed in a single transaction, which the end of a minute does not interrupt.
    const claimed = await database.transaction({}, async (tx) => {
      const claim = (since: string) =>
        tx.query<{ jobname: string }>(`select jobname from cron._claim(now() - interval '${since}')`)
      return [await claim('1 minute'), await claim('1 minute'), await claim('1 year')]
    })
    expect(claimed.map((some) => some.map(({ jobname }) => jobname))).toEqual([['each', 'some'], [], []])
  })

  it('is run again once the clock has been put back, by one server', async () => {
    await sql("select cron.schedule('each', '* * * * *', 'select 1'), cron.schedule('some', '10 seconds', 'select 1')")
    await sql("insert into cron._claimed select jobid, now() + interval '1 day' from cron.job")
    const claimed = await database.transaction({}, async (tx) => {
      const claim = () => tx.query<{ jobname: string }>(`select jobname from cron._claim(now() - interval '1 minute')`)
      return [await claim(), await claim()]
    })
    expect(claimed.map((some) => some.map(({ jobname }) => jobname))).toEqual([['each', 'some'], []])
  })

  it('is run, and its history kept', async () => {
    await sql(`select cron.schedule('tick', '1 second', $$ insert into runs (job) values ('tick'); select 1 $$)`)
    await sql(`select cron.schedule('fails', '1 second', 'select 1 / 0')`)
    const since = Date.now()
    await Promise.all([server(), server(anotherServers())])
    const ended = (status: string) => sql('select * from cron.job_run_details where status = $1', status)
    await expect.poll(async () => (await ended('succeeded')).length, { timeout: 20_000 }).toBeGreaterThan(2)
    await expect.poll(async () => (await ended('failed')).length, { timeout: 20_000 }).toBeGreaterThan(0)
    for (const one of started.splice(0)) await one.stop()
    // Two servers together run a job at most once a second.
    const runs = await ended('succeeded')
    expect(runs.length).toBeLessThanOrEqual((Date.now() - since) / 1000 + 1)
    expect(await sql('select from public.runs')).toHaveLength(runs.length)
    expect((await ended('failed'))[0]).toMatchObject({
      ...{ command: 'select 1 / 0', return_message: 'ERROR: division by zero' },
      ...{ start_time: expect.any(Date), end_time: expect.any(Date), database: expect.any(String) },
    })
  })

  it('of a job that was scheduled meanwhile is noticed at once', async () => {
    await server()
    await sql(`select cron.schedule('late', '1 second', $$ insert into runs (job) values ('late') $$)`)
    await expect.poll(() => sql("select from runs where job = 'late'"), { timeout: 20_000 }).not.toHaveLength(0)
  })

  it.each([
    ['with its new command', `cron.alter_job(jobid, command => $$ insert into runs (job) values ('new') $$)`, ['new']],
    ['no more, once unscheduled', 'cron.unschedule(jobid)', []],
    ['no more, once inactive', 'cron.alter_job(jobid, active => false)', []],
  ])('is run %s, where it waited for other jobs', async (_how, change, runs) => {
    await sql(`select cron.schedule('waits', '1 second', $$ insert into runs (job) values ('old') $$)`)
    let isChanged = false
    await server({
      ...database,
      run: async (options, statement) => {
        if (!isChanged && statement.text.includes('insert into cron.job_run_details')) {
          await sql(`select ${change} from cron.job`)
          isChanged = true
        }
        return database.run(options, statement)
      },
    })
    await expect.poll(() => isChanged, { timeout: 20_000 }).toBe(true)
    for (const one of started.splice(0)) await one.stop()
    expect((await sql('select distinct job from public.runs')).map(({ job }) => job)).toEqual(runs)
    expect(await sql(`select from cron.job_run_details where command like '%old%'`)).toEqual([])
  })

  it('of a server that died is said to have failed', async () => {
    await sql(`insert into cron.job_run_details (jobid, status) values (1, 'running')`)
    await server()
    expect(await sql('select status, return_message from cron.job_run_details')).toEqual([
      { status: 'failed', return_message: 'server restarted' },
    ])
  })
})
