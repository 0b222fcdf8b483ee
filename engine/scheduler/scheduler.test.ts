import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '../database/database.ts'
import { throwawayDatabase } from '../testing/throwaway-database.ts'
import { Scheduler } from './scheduler.ts'

let database: Database & AsyncDisposable
beforeAll(async () => {
  database = await throwawayDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

const log = { error: vi.fn() }
const dueOf = (name: string) =>
  database.run({}, { text: 'select due_at from engine.clock where job = $1', values: [name] })

it('a job is done at once by one of several servers, and again when it is due', async () => {
  const run = vi.fn(async () => undefined)
  const job = { name: 'sweep', everyMs: 200, run }
  const hourly = vi.fn(async () => undefined)
  const clocks = [1, 2, 3].map(
    () => new Scheduler(database, log, [job, { ...job, name: 'hourly', everyMs: 3_600_000, run: hourly }]),
  )
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(3), { timeout: 20_000 })
  expect(hourly).toHaveBeenCalledTimes(1)
  await Promise.all(clocks.map((clock) => clock.stop()))
})

it('a job that fails is told of, and done again', async () => {
  const run = vi.fn().mockRejectedValueOnce(new Error('no disk')).mockResolvedValue(undefined)
  const clock = new Scheduler(database, log, [{ name: 'backup', everyMs: 50, run }])
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(1), { timeout: 20_000 })
  await clock.stop()
  expect(log.error).toHaveBeenCalledWith(new Error('no disk'), expect.stringContaining('backup'))
})

it('stops by telling what is under way, and waiting for it', async () => {
  let isOver = false
  const clock = new Scheduler(database, log, [
    {
      name: 'long',
      everyMs: 60_000,
      run: (signal) =>
        new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => {
            isOver = true
            resolve()
          }),
        ),
    },
  ])
  await vi.waitFor(async () => expect(await dueOf('long')).toHaveLength(1), { timeout: 20_000 })
  await clock.stop()
  expect(isOver).toBe(true)
})

it('runs a job at once whose due time was written while the clock ran ahead', async () => {
  await database.run({}, { text: "insert into engine.clock (job, due_at) values ('ahead', now() + interval '1 day')" })
  const run = vi.fn(async () => undefined)
  const clock = new Scheduler(database, log, [{ name: 'ahead', everyMs: 60_000, run }])
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  await clock.stop()
})
