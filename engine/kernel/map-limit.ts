/**
 * The number of files that are opened at a time: more are hardly quicker, and some systems allow a process only 256.
 */
const CONCURRENCY = 32

/** Like `Promise.all` over the results of `work`, but with a limit on how much runs at a time. */
export async function mapLimit<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  const next = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, next))
  return results
}
