import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RunningMessage } from './running-statement.ts'
import { Watchdog } from './watchdog.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A watchdog over a thread that runs the statement in `running`. */
function watched() {
  const state = {
    running: undefined as RunningMessage | undefined,
    cancelled: [] as number[],
    stuckAt: undefined as number | undefined,
    stuckWith: undefined as number | undefined,
  }
  const start = Date.now()
  const now = () => Date.now() - start
  const watchdog = new Watchdog(
    {
      look: () => state.running,
      cancel(seen) {
        state.cancelled.push(now())
        state.running = { ...seen, number: -2, isCancelled: true }
        return true
      },
    },
    { runawayMs: 60_000, onStuck: (batch) => Object.assign(state, { stuckAt: now(), stuckWith: batch }), now },
  )
  /** Time passes during which nothing runs. */
  const suspend = (ms: number) => vi.setSystemTime(Date.now() + ms)
  return { state, watchdog, suspend }
}

const statement = (due?: number): RunningMessage => ({ number: 1, batch: 7, since: 0, due, isCancelled: false })

it('cancels a statement when its time is over, and not before', () => {
  const { state, watchdog } = watched()
  watchdog.begin()
  state.running = statement(310)
  vi.advanceTimersByTime(309)
  expect(state.cancelled).toEqual([])
  vi.advanceTimersByTime(30)
  expect(state.cancelled).toEqual([310])
})

it('leaves one that has set no time to the limit for runaways', () => {
  const { state, watchdog } = watched()
  watchdog.begin()
  state.running = statement()
  vi.advanceTimersByTime(59_999)
  expect(state.cancelled).toEqual([])
  vi.advanceTimersByTime(30)
  expect(state.cancelled).toEqual([60_000])
})

it('does not count the time during which the machine was suspended', () => {
  const { state, watchdog, suspend } = watched()
  watchdog.begin()
  state.running = statement()
  vi.advanceTimersByTime(30_000)
  suspend(3_600_000)
  vi.advanceTimersByTime(29_000)
  expect(state.cancelled).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(state.cancelled).toHaveLength(1)
})

it('gives the thread up that goes on half a second after it was told to stop', () => {
  const { state, watchdog } = watched()
  watchdog.begin()
  state.running = statement(100)
  vi.advanceTimersByTime(580)
  expect(state.stuckAt).toBeUndefined()
  vi.advanceTimersByTime(100)
  expect(state.stuckAt).toBeGreaterThanOrEqual(600)
  expect(state.stuckWith).toBe(7)
})

it('does not give it up when it has stopped in time', () => {
  const { state, watchdog } = watched()
  watchdog.begin()
  state.running = statement(100)
  vi.advanceTimersByTime(200)
  state.running = statement(10_000)
  vi.advanceTimersByTime(5_000)
  expect(state.stuckAt).toBeUndefined()
  expect(state.cancelled).toEqual([100])
})

it('gives the thread up that has been given work and never begins it', () => {
  const { state, watchdog } = watched()
  watchdog.begin()
  vi.advanceTimersByTime(59_000)
  expect(state.stuckAt).toBeUndefined()
  vi.advanceTimersByTime(2_000)
  expect(state.stuckAt).toBeGreaterThanOrEqual(60_000)
})

it('waits anew for a thread that was suspended before it began', () => {
  const { state, watchdog, suspend } = watched()
  watchdog.begin()
  vi.advanceTimersByTime(59_000)
  suspend(3_600_000)
  vi.advanceTimersByTime(59_000)
  expect(state.stuckAt).toBeUndefined()
})

it('looks at nothing while the thread has nothing to do', () => {
  const { state, watchdog } = watched()
  watchdog.begin()
  watchdog.end()
  state.running = statement(0)
  vi.advanceTimersByTime(60_000)
  expect(state.cancelled).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
