import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then whoever waited for the start has been answered. */
const AFTER_MS = 10_000
/** The share of its time in which it works. */
const AT_REST = 0.05

/**
 * Once this thread has started, gives back what only starting took. V8 would keep a hundred megabytes of it, since it
 * collects when somebody wants more memory, and a server at rest wants none. It takes a tenth of a second, in which nobody
 * else is answered; a thread that works gives things back by itself.
 */
export const tidyUpLater = () => onceAtRest(tidyUp)

/** Looks every ten seconds whether this thread was at rest since the last look, and does the work as soon as it was. */
export function onceAtRest(work: () => void, since = performance.eventLoopUtilization()): void {
  const look = () => {
    const now = performance.eventLoopUtilization()
    if (performance.eventLoopUtilization(now, since).utilization < AT_REST) work()
    else onceAtRest(work, now)
  }
  setTimeout(look, AFTER_MS).unref()
}

/** Gives back what this thread needs no more. */
export function tidyUp() {
  setFlagsFromString('--expose-gc')
  const collectGarbage: (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void =
    runInNewContext('gc')
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
