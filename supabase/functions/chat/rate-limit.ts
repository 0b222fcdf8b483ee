import { env } from '../_shared/runtime.ts'

/** At most so many within a while, for each key; as many as anybody likes with RATE_LIMITS=off. */
export function rateLimit(most: number, withinMs: number) {
  if (env('RATE_LIMITS') === 'off') return { allows: () => true, count: () => undefined, forget: () => undefined }
  const times = new Map<string, number[]>()
  const recent = (key: string) => (times.get(key) ?? []).filter((time) => time > Date.now() - withinMs)
  /** It has happened, here or elsewhere. */
  const count = (key: string) => void times.set(key, [...recent(key), Date.now()])
  return {
    count,
    /** False when there have been too many; what was refused does not count. */
    allows(key: string): boolean {
      const isAllowed = recent(key).length < most
      if (isAllowed) count(key)
      return isAllowed
    },
    /** Nothing is known any more of those who have been quiet. */
    forget(): void {
      for (const key of times.keys()) if (recent(key).length === 0) times.delete(key)
    },
  }
}
