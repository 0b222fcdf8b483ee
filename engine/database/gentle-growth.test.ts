import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GentleGrowth } from './gentle-growth.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Starts work that takes `ms` each, and notes when each begins. */
function works(growth: GentleGrowth, count: number, ms: number) {
  const began: number[] = []
  const start = Date.now()
  const all = Array.from({ length: count }, () =>
    growth.run(async () => {
      began.push(Date.now() - start)
      await new Promise((resolve) => setTimeout(resolve, ms))
    }),
  )
  return { began, all }
}

it('has a burst of short work done by as many as are usual', async () => {
  const growth = new GentleGrowth(() => 2)
  const { began, all } = works(growth, 6, 5)
  expect(growth.waiting).toBe(4)
  await vi.advanceTimersByTimeAsync(20)
  await Promise.all(all)
  expect(began).toEqual([0, 0, 5, 5, 10, 10])
  expect(growth.waiting).toBe(0)
})

it('lets nobody wait for what is slow', async () => {
  const { began, all } = works(new GentleGrowth(() => 2), 4, 8_000)
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all(all)
  expect(began).toEqual([0, 0, 15, 15])
})

it('has as many places afterwards as before, also where work failed', async () => {
  const growth = new GentleGrowth(() => 2)
  const failing = Array.from({ length: 5 }, () => growth.run(() => Promise.reject(new Error('No connection'))))
  await Promise.allSettled(failing)
  await vi.advanceTimersByTimeAsync(100)
  await Promise.all(works(growth, 4, 0).all.map((one) => vi.advanceTimersByTimeAsync(50).then(() => one)))
  const { began, all } = works(growth, 3, 5)
  await vi.advanceTimersByTimeAsync(20)
  await Promise.all(all)
  expect(began).toEqual([0, 0, 5])
})
