import { findCFunction } from '../kernel/c-library.ts'

/** A call takes about a millisecond. */
const DEFAULT_INTERVAL_MS = 10_000

/**
 * Calls malloc_trim regularly, which returns freed memory to the system. glibc would keep the gaps between pieces in
 * use: some 80 MB after the start, and later the peak of the busiest hour.
 */
export function trimMallocRegularly(everyMs = DEFAULT_INTERVAL_MS) {
  setTimeout(async () => {
    const giveBack = await findMallocTrim()
    giveBack?.()
    if (giveBack) setInterval(giveBack, everyMs).unref()
  }, everyMs).unref()
}

/** Undefined where the C library has no malloc_trim: other libraries return memory by themselves. */
export async function findMallocTrim(): Promise<(() => void) | undefined> {
  const trim = await findCFunction('int malloc_trim(size_t)')
  return trim && (() => void trim(0))
}
