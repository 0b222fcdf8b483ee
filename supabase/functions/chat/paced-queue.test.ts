import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PacedQueue } from './paced-queue.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Runs tasks of these durations in milliseconds; returns when each began. */
async function beginnings(durations: readonly number[], work?: () => void) {
  const turns = new PacedQueue()
  const start = performance.now()
  const began: number[] = []
  const all = durations.map((ms) =>
    turns.take(async () => {
      began.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, ms))
      work?.()
    }),
  )
  const settled = Promise.allSettled(all)
  await vi.advanceTimersByTimeAsync(10_000)
  await settled
  return began
}

it('lets one after the other, in the order in which they came, and leaves twice as long for what others want', async () => {
  expect(await beginnings([5, 2, 5])).toEqual([0, 15, 21])
})

it('does not keep people waiting for long where each takes its time', async () => {
  expect(await beginnings([500, 500])).toEqual([0, 520])
})

it('keeps nobody waiting for the rests of thousands', async () => {
  const began = await beginnings(new Array(1_000).fill(5))
  expect(began.at(-1)).toBeLessThan(8_000)
})

it('takes up to four at once while hundreds wait, and one after the other again at the end', async () => {
  const began = await beginnings(new Array(300).fill(20))
  expect(began.filter((ms) => ms < 20)).toHaveLength(4)
  const [before = 0, last = 0] = began.slice(-2)
  expect(last - before).toBeGreaterThanOrEqual(20)
})

it('goes on after one who failed', async () => {
  const failing = () => {
    throw new Error('No')
  }
  expect(await beginnings([5, 5], failing)).toEqual([0, 15])
})
