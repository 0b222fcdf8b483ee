/** Asking takes about a millisecond. */
const USUAL_MS = 20_000

/**
 * Keeps asking the C library to give freed memory back to the system. glibc would hold what lies between pieces still in
 * use, some 80 MB of what starting took, and later the most that any busy hour needed.
 */
export function keepGivingBackMemory(everyMs = USUAL_MS) {
  setTimeout(async () => {
    const giveBack = await findGiveBack()
    giveBack?.()
    if (giveBack) setInterval(giveBack, everyMs).unref()
  }, everyMs).unref()
}

/** Undefined where the C library has no such function: others give back by themselves. */
export async function findGiveBack(): Promise<(() => void) | undefined> {
  try {
    const { default: koffi } = await import('koffi')
    const trim: (keepBytes: number) => unknown = koffi.load(null).func('int malloc_trim(size_t)')
    return () => trim(0)
  } catch {
    return undefined
  }
}
