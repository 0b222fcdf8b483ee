import { env } from '../_shared/runtime.ts'

/** Allows `most` events within a period; unlimited with RATE_LIMITS=off. */
export function rateLimit(most: number, withinMs: number) {
  if (env('RATE_LIMITS') === 'off') return { allows: () => true }
  let times: number[] = []
  return {
    /** Counts an event; false if the limit is reached. Refused events do not count. */
    allows(): boolean {
      times = times.filter((time) => time > Date.now() - withinMs)
      const isAllowed = times.length < most
      if (isAllowed) times.push(Date.now())
      return isAllowed
    },
  }
}
