import { setTimeout as pause } from 'node:timers/promises'

/** Longer than a mail takes to be written into a database nearby. Tests wait for nothing. */
export const timebox = { ms: 200 }

/**
 * Does work whose time would tell whether somebody has an account: writing a mail takes longer than writing none. Its outcome, a
 * refusal too, waits until the time box is full, or the next one where the work took longer.
 */
export async function inTimebox<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    if (timebox.ms > 0) await pause(timebox.ms - ((performance.now() - start) % timebox.ms))
  }
}
