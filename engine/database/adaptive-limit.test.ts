import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AdaptiveLimit } from './adaptive-limit.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Does work in a slot of the limit. */
async function run(limit: AdaptiveLimit, work: () => Promise<void>) {
  if (!limit.tryEnter()) await limit.enter()
  try {
    await work()
  } finally {
    limit.leave()
  }
}

/** Starts work that takes `ms` each, and notes when each begins. */
function works(limit: AdaptiveLimit, count: number, ms: number) {
  const began: number[] = []
  const start = Date.now()
  const all = Array.from({ length: count }, () =>
    run(limit, async () => {
      began.push(Date.now() - start)
      await new Promise((resolve) => setTimeout(resolve, ms))
    }),
  )
  return { began, all }
}

it('has a burst of short work done by as many as are usual', async () => {
  const limit = new AdaptiveLimit(() => 2)
  const { began, all } = works(limit, 6, 5)
  expect(limit.waiting).toBe(4)
  await vi.advanceTimersByTimeAsync(20)
  await Promise.all(all)
  expect(began).toEqual([0, 0, 5, 5, 10, 10])
  expect(limit.waiting).toBe(0)
})

it('lets nobody wait for what is slow', async () => {
  const { began, all } = works(new AdaptiveLimit(() => 2), 4, 8_000)
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all(all)
  expect(began).toEqual([0, 0, 15, 15])
})

it('lets each wait for no longer than the others, however late it comes', async () => {
  const limit = new AdaptiveLimit(() => 1)
  const first = works(limit, 2, 8_000)
  await vi.advanceTimersByTimeAsync(10)
  const second = works(limit, 2, 8_000)
  await vi.advanceTimersByTimeAsync(20_000)
  await Promise.all([...first.all, ...second.all])
  expect([...first.began, ...second.began]).toEqual([0, 15, 15, 15])
})

it('has as many places afterwards as before, also where work failed', async () => {
  const limit = new AdaptiveLimit(() => 2)
  const failing = Array.from({ length: 5 }, () => run(limit, () => Promise.reject(new Error('No connection'))))
  await Promise.allSettled(failing)
  await vi.advanceTimersByTimeAsync(100)
  await Promise.all(works(limit, 4, 0).all.map((one) => vi.advanceTimersByTimeAsync(50).then(() => one)))
  const { began, all } = works(limit, 3, 5)
  await vi.advanceTimersByTimeAsync(20)
  await Promise.all(all)
  expect(began).toEqual([0, 0, 5])
})
