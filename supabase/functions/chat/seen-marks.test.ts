import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SeenMark } from './protocol.ts'
import { SeenMarks } from './seen-marks.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('[messages.md#seen] tells once a second of all who have seen more, and of nobody who has not', () => {
  const tell = vi.fn<(seen: SeenMark[]) => void>()
  const seen = new SeenMarks(tell)
  const fifty = Array.from({ length: 50 }, (_, index) => ({ userId: `${index}`, upTo: 7 }))
  for (const one of fifty) seen.add(one)
  seen.add({ userId: '0', upTo: 8 })
  seen.add({ userId: '0', upTo: 3 })
  vi.advanceTimersByTime(999)
  expect(tell).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(tell).toHaveBeenCalledExactlyOnceWith([{ userId: '0', upTo: 8 }, ...fifty.slice(1)])

  seen.add({ userId: '0', upTo: 8 })
  seen.add({ userId: '1', upTo: 9 })
  vi.advanceTimersByTime(1_000)
  expect(tell.mock.calls.slice(1)).toEqual([[[{ userId: '1', upTo: 9 }]]])
  vi.advanceTimersByTime(10_000)
  expect(tell).toHaveBeenCalledTimes(2)
})

it('what was taken is not told again, and no timer stays', () => {
  const tell = vi.fn<(seen: SeenMark[]) => void>()
  const seen = new SeenMarks(tell)
  seen.add({ userId: 'ana', upTo: 7 })
  expect(seen.take()).toEqual([{ userId: 'ana', upTo: 7 }])
  expect(vi.getTimerCount()).toBe(0)
  expect(seen.take()).toEqual([])
})
