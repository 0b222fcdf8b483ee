/** How often a second so many people do the work, each of whom does it again as soon as it is done, and how long each time took. */
export async function repeatedly(atOnce: number, ms: number, work: () => Promise<unknown>) {
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
