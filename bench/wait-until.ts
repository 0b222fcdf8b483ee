import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for a condition; false if it did not hold in time. */
export async function waitUntil(isSo: () => boolean, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs
  while (!isSo()) {
    if (performance.now() > end) return false
    await sleep(50)
  }
  return true
}
