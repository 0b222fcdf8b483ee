import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { batchingThrottle } from './batching-throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('passes the first on at once, and those that follow together, each once', () => {
  const told = vi.fn()
  const { tell } = batchingThrottle<string>(told, 500)
  tell(['clients'])
  expect(told.mock.calls).toEqual([[['clients']]])
  tell(['projects'])
  tell(['clients'])
  tell(['projects'])
  vi.advanceTimersByTime(499)
  expect(told).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1)
  expect(told.mock.lastCall).toEqual([['projects', 'clients']])
})

it('goes on waiting after it has passed something on, and starts anew after a quiet pause', () => {
  const told = vi.fn()
  const { tell } = batchingThrottle<number>(told, 500)
  tell([1])
  tell([2])
  vi.advanceTimersByTime(500)
  tell([3])
  expect(told).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1000)
  expect(told).toHaveBeenCalledTimes(3)
  tell([4])
  expect(told.mock.lastCall).toEqual([[4]])
})

it('says nothing more once it is stopped', () => {
  const told = vi.fn()
  const { tell, stop } = batchingThrottle<number>(told, 500)
  tell([1])
  tell([2])
  stop()
  vi.advanceTimersByTime(1000)
  expect(told).toHaveBeenCalledOnce()
})
