import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { Health, type HealthPart } from './health.ts'

const log = { warn: vi.fn() }
const healthOf = (...parts: HealthPart[]) => {
  const health = new Health(log)
  for (const part of parts) health.add(part)
  return health
}
const well = async () => ({ status: 'ok' })

it('names each part, with the time it took', async () => {
  const slow = async () => {
    await pause(30)
    return { status: 'ok', counts: { missing: 2 } }
  }
  expect(await healthOf({ name: 'database', check: well }, { name: 'storage', check: slow }).report()).toEqual({
    status: 'ok',
    parts: {
      database: { status: 'ok', ms: expect.any(Number) },
      storage: { status: 'ok', ms: expect.toSatisfy((ms) => ms >= 25), missing: 2 },
    },
  })
})

it('is unavailable without a vital part, and degraded without another', async () => {
  const broken = () => Promise.reject(new Error('postgresql://ana:secret@db.internal is down'))
  const database = { name: 'database', check: broken, isVital: true }
  const mail = { name: 'mail', check: broken }
  const report = await healthOf(database, mail).report()
  expect(report).toMatchObject({ status: 'unavailable', parts: { database: { status: 'no answer' } } })
  expect(JSON.stringify(report)).not.toMatch(/secret|internal/)
  expect(await healthOf({ ...database, check: well }, mail).report()).toMatchObject({
    status: 'degraded',
    parts: { database: { status: 'ok' }, mail: { status: 'no answer' } },
  })
})

it('goes on serving where a vital part only has a warning', async () => {
  const check = async () => ({ status: 'low', serves: true })
  expect(await healthOf({ name: 'disk', check, isVital: true }).report()).toEqual({
    status: 'degraded',
    parts: { disk: { status: 'low', ms: expect.any(Number) } },
  })
})

it('answers within a second while a part hangs, and at once when it has hung for long', async () => {
  const hangs = healthOf({ name: 'database', check: () => new Promise(() => {}), isVital: true })
  vi.useFakeTimers()
  const ask = async () => {
    const begun = performance.now()
    const [report] = await Promise.all([hangs.report(), vi.runAllTimersAsync()])
    return { report, tookMs: performance.now() - begun }
  }
  const first = await ask()
  expect(first.report).toMatchObject({ status: 'unavailable', parts: { database: { status: 'no answer' } } })
  expect(first.tookMs).toBeGreaterThan(700)
  expect(first.tookMs).toBeLessThanOrEqual(1_000)
  const second = await ask()
  expect(second.tookMs).toBeLessThan(10)
  expect(second.report.parts.database?.ms).toBeGreaterThanOrEqual(780)
  vi.useRealTimers()
})

it('looks once for all who ask at the same time, and soon after', async () => {
  const check = vi.fn(async () => {
    await pause(20)
    return { status: 'ok' }
  })
  const health = healthOf({ name: 'database', check })
  await Promise.all(Array.from({ length: 100 }, () => health.report()))
  await health.report()
  expect(check).toHaveBeenCalledOnce()
})

it('looks again when a look has grown old', async () => {
  const check = vi.fn().mockResolvedValueOnce({ status: 'full' }).mockResolvedValue({ status: 'ok' })
  const health = healthOf({ name: 'disk', check, freshMs: 10 })
  expect(await health.report()).toMatchObject({ parts: { disk: { status: 'full' } } })
  await pause(20)
  expect(await health.report()).toMatchObject({ status: 'ok' })
})

it('tells the log once what has changed', async () => {
  log.warn.mockClear()
  const error = new Error('connect ECONNREFUSED')
  const health = healthOf({ name: 'mail', check: () => Promise.reject(error), freshMs: 0 })
  await health.report()
  await health.report()
  expect(log.warn.mock.calls).toEqual([[{ part: 'mail', err: error }, 'Health: mail: no answer.']])
})
