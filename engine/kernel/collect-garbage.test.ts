import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onceIdle } from './collect-garbage.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('is done once, as soon as nobody would have to wait for it', () => {
  const shares = [0.4, 0.16, 0.01]
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation((now) => {
    return { idle: 0, active: 0, utilization: now === undefined ? 0 : (shares.shift() ?? 1) }
  })
  const work = vi.fn()
  onceIdle(work)
  vi.advanceTimersByTime(10_000)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5_000)
  expect(work).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(work).toHaveBeenCalledOnce()
})
