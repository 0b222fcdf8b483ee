import { env } from '../_shared/runtime.ts'

/** At most so many within a while, for each key, in this process; as many as anybody likes with RATE_LIMITS=off. */
export function rateLimit(most: number, withinMs: number) {
  if (env('RATE_LIMITS') === 'off') return { allows: () => true, count: () => undefined, forget: () => undefined }
  const times = new Map<string, number[]>()
  return {
    /** False when there have been too many; what was refused does not count. */
    allows(key: string): boolean {
      const recent = (times.get(key) ?? []).filter((time) => time > Date.now() - withinMs)
      const isAllowed = recent.length < most
      if (isAllowed) recent.push(Date.now())
      times.set(key, recent)
      return isAllowed
    },
    /** It has happened elsewhere. */
    count(key: string): void {
      times.set(key, [...(times.get(key) ?? []), Date.now()])
    },
    /** Nothing is known any more of those who have been quiet. */
    forget(): void {
      for (const [key, recent] of times) if (recent.every((time) => time <= Date.now() - withinMs)) times.delete(key)
    },
  }
}
