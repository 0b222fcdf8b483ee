import { env } from '../_shared/runtime.ts'

/** At most so many within a while; as many as anybody likes with RATE_LIMITS=off. */
export function rateLimit(most: number, withinMs: number) {
  if (env('RATE_LIMITS') === 'off') return { allows: () => true }
  let times: number[] = []
  return {
    /** False when there have been too many; what was refused does not count. */
    allows(): boolean {
      times = times.filter((time) => time > Date.now() - withinMs)
      const isAllowed = times.length < most
      if (isAllowed) times.push(Date.now())
      return isAllowed
    },
  }
}
