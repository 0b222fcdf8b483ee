/**
 * Passes the first items on at once. Later ones within `pauseMs` are collected without duplicates and passed on together at the
 * end of the pause.
 */
export function batchingThrottle<T>(onBatch: (things: readonly T[]) => void, pauseMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting = new Set<T>()

  function push(things: readonly T[]) {
    if (timer === undefined) {
      onBatch(things)
      timer = setTimeout(flush, pauseMs)
    } else for (const thing of things) waiting.add(thing)
  }

  function flush() {
    timer = undefined
    if (waiting.size === 0) return
    const things = [...waiting]
    waiting = new Set()
    push(things)
  }

  return { push, stop: () => clearTimeout(timer) }
}
