import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The first requests after the start have been answered by this time. */
const CHECK_INTERVAL_MS = 5_000
/** The share of time in which the thread works; below it the thread counts as idle. */
const MAX_IDLE_UTILIZATION = 0.05

/**
 * Once this thread is idle after its start, frees the memory that only the start needed. V8 would keep a hundred
 * megabytes, because it collects garbage only when more memory is requested. The collection blocks the thread for a
 * tenth of a second; a busy thread collects by itself.
 */
export const collectGarbageWhenIdle = () => onceIdle(collectGarbage)

/** Checks every five seconds whether this thread was idle since the last check, and runs the work once it was. */
export function onceIdle(work: () => void, since = performance.eventLoopUtilization()): void {
  const look = () => {
    const now = performance.eventLoopUtilization()
    if (performance.eventLoopUtilization(now, since).utilization < MAX_IDLE_UTILIZATION) work()
    else onceIdle(work, now)
  }
  setTimeout(look, CHECK_INTERVAL_MS).unref()
}

/** Runs a full garbage collection on this thread. */
export function collectGarbage() {
  setFlagsFromString('--expose-gc')
  const gc: (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void = runInNewContext('gc')
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
