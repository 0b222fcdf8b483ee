/** How often a second so many people do the work, each of whom does it again as soon as it is done. */
export async function repeatedly(atOnce: number, ms: number, work: () => Promise<unknown>) {
  const started = performance.now()
  let times = 0
  const people = Array.from({ length: atOnce }, async () => {
    while (performance.now() < started + ms) {
      await work()
      times++
    }
  })
  await Promise.all(people)
  return { times, perSecond: (1000 * times) / (performance.now() - started) }
}
