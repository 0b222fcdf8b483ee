/**
 * Repeats some work without a pause, by this many people at once. Returns how often it was done per second, and each
 * duration.
 */
export async function countRepetitions(atOnce: number, ms: number, work: () => Promise<unknown>) {
  const started = performance.now()
  const took: number[] = []
  const people = Array.from({ length: atOnce }, async () => {
    let now = performance.now()
    while (now < started + ms) {
      const began = now
      await work()
      now = performance.now()
      took.push(now - began)
    }
  })
  await Promise.all(people)
  return { took, times: took.length, perSecond: (1000 * took.length) / (performance.now() - started) }
}
