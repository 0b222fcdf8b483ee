/** At most so many within a while, for each key. */
export function rateLimit(most: number, withinMs: number, now: () => number = Date.now) {
  const times = new Map<string, number[]>()
  return {
    /** False when there have been too many; what was refused does not count. */
    allows(key: string): boolean {
      const recent = (times.get(key) ?? []).filter((time) => time > now() - withinMs)
      const isAllowed = recent.length < most
      if (isAllowed) recent.push(now())
      times.set(key, recent)
      return isAllowed
    },
    /** Nothing is known any more of those who have been quiet. */
    forget(): void {
      for (const [key, recent] of times) if (recent.every((time) => time <= now() - withinMs)) times.delete(key)
    },
  }
}
