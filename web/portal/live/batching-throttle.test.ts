import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { batchingThrottle } from './batching-throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('passes the first on at once, and those that follow together, each once', () => {
  const onBatch = vi.fn()
  const { push } = batchingThrottle<string>(onBatch, 500)
  push(['clients'])
  expect(onBatch.mock.calls).toEqual([[['clients']]])
  push(['projects'])
  push(['clients'])
  push(['projects'])
  vi.advanceTimersByTime(499)
  expect(onBatch).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1)
  expect(onBatch.mock.lastCall).toEqual([['projects', 'clients']])
})

it('goes on waiting after it has passed something on, and starts anew after a quiet pause', () => {
  const onBatch = vi.fn()
  const { push } = batchingThrottle<number>(onBatch, 500)
  push([1])
  push([2])
  vi.advanceTimersByTime(500)
  push([3])
  expect(onBatch).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1000)
  expect(onBatch).toHaveBeenCalledTimes(3)
  push([4])
  expect(onBatch.mock.lastCall).toEqual([[4]])
})

it('says nothing more once it is stopped', () => {
  const onBatch = vi.fn()
  const { push, stop } = batchingThrottle<number>(onBatch, 500)
  push([1])
  push([2])
  stop()
  vi.advanceTimersByTime(1000)
  expect(onBatch).toHaveBeenCalledOnce()
})
