/**
 * Passes the first things on at once. What follows within `pauseMs` is collected without duplicates and passed on
 * together at the end of the pause.
 */
export function batchingThrottle<T>(onTold: (things: readonly T[]) => void, pauseMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting = new Set<T>()

  function tell(things: readonly T[]) {
    if (timer === undefined) {
      onTold(things)
      timer = setTimeout(pass, pauseMs)
    } else for (const thing of things) waiting.add(thing)
  }

  function pass() {
    timer = undefined
    if (waiting.size === 0) return
    const things = [...waiting]
    waiting = new Set()
    tell(things)
  }

  return { tell, stop: () => clearTimeout(timer) }
}
