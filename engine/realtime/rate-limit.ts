const WINDOW_S = 60

/** Counts events, and limits their average over the last minute to `perSecond`. */
export function rateMeter(perSecond: number, now: () => number = Date.now) {
  const most = perSecond * WINDOW_S
  const bySecond = new Map<number, number>()
  let total = 0

  function count(times: number) {
    forget()
    const second = Math.floor(now() / 1000)
    bySecond.set(second, (bySecond.get(second) ?? 0) + times)
    total += times
  }

  function forget() {
    const oldest = Math.floor(now() / 1000) - WINDOW_S
    for (const [second, times] of bySecond) {
      if (second > oldest) return
      bySecond.delete(second)
      total -= times
    }
  }

  return {
    /** Counts without a limit, for events that cannot be refused. */
    count,
    /** Counts the events if they are within the limit, else none of them. */
    allows(times = 1): boolean {
      forget()
      if (total + times > most) return false
      count(times)
      return true
    },
    /** Whether no single event is allowed. */
    isExhausted(): boolean {
      forget()
      return total >= most
    },
  }
}

/** A function that returns true for the first `most` calls within `windowMs`; the window begins with a call. */
export function callLimit(most: number, windowMs: number, now: () => number = Date.now): () => boolean {
  let calls = 0
  let endsAt = 0
  return () => {
    if (now() >= endsAt) {
      calls = 0
      endsAt = now() + windowMs
    }
    calls += 1
    return calls <= most
  }
}
