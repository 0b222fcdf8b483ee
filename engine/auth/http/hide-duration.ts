import { setTimeout as pause } from 'node:timers/promises'

/** Longer than queuing a mail takes with a nearby database. Tests set it to zero. */
export const hiddenDuration = { ms: 200 }

/**
 * Runs work whose duration would reveal who has an account: queuing a mail takes longer than not queuing one. The
 * result, or error, is returned when the time box ends, or a following one where the work took longer.
 */
export async function hideDuration<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    if (hiddenDuration.ms > 0) await pause(hiddenDuration.ms - ((performance.now() - start) % hiddenDuration.ms))
  }
}
