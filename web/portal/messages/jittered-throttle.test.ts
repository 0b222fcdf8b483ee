import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { JitteredThrottle } from './jittered-throttle.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('[messages.md#who-is-online] however many come and go, each browser asks once in two seconds, and not later than after them', () => {
  const times: number[] = []
  const start = performance.now()
  const asked = new JitteredThrottle(() => times.push(performance.now() - start))
  for (let ms = 0; ms < 20_000; ms += 100) {
    asked.request()
    vi.advanceTimersByTime(100)
  }
  expect(times.length).toBeGreaterThanOrEqual(5)
  expect(times[0]).toBeLessThanOrEqual(2_000)
  for (const [index, time] of times.entries()) {
    expect(time - (times[index - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(2_000)
  }
})

it('fifty browsers that hear of somebody at the same moment ask at moments of their own', () => {
  const times = new Set<number>()
  for (let browser = 0; browser < 50; browser += 1) new JitteredThrottle(() => times.add(performance.now())).request()
  expect(times.size).toBe(0)
  vi.advanceTimersByTime(2_000)
  expect(times.size).toBeGreaterThan(25)
})

it('asks at once where somebody waits for it, and then no second time for what was asked before', () => {
  const act = vi.fn()
  const asked = new JitteredThrottle(act)
  asked.request()
  asked.runNow()
  vi.advanceTimersByTime(4_000)
  expect(act).toHaveBeenCalledTimes(1)
})
