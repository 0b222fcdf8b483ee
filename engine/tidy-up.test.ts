import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tidyUpLater } from './tidy-up.ts'

const collect = vi.hoisted(() => vi.fn())
vi.mock('node:vm', () => ({ runInNewContext: () => collect }))

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('waits until nobody would have to wait for it', () => {
  const shares = [0.4, 0.16, 0.01]
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation((now) => {
    return { idle: 0, active: 0, utilization: now === undefined ? 0 : (shares.shift() ?? 1) }
  })
  tidyUpLater()
  vi.advanceTimersByTime(20_000)
  expect(collect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(collect).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledOnce()
})
