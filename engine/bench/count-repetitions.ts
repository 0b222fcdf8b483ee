/**
 * Lets this many people repeat some work without a pause. Returns how often it was done in a second, and the duration
 * of each.
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
