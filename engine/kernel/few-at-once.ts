/** As many files as one opens at the same time: more are hardly quicker, and a process may have 256 open in places. */
const AT_ONCE = 32

/** What `Promise.all` makes of the work on each, but for a few at a time. */
export async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const next = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  return results
}
