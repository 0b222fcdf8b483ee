import type { Job, RunningEngine } from 'engine'
import { serviceClient } from './service-client.ts'

const INTERVAL_MS = 60_000

/**
 * Moves the files of deleted rows, where no browser did it, and erases what was deleted thirty days ago. On hosted
 * Supabase `supabase/hosted/deletions.sql` does the same.
 */
export const settleDeletionsJob = (engine: RunningEngine): Job => ({
  name: 'What was deleted',
  everyMs: INTERVAL_MS,
  async run(signal) {
    const db = serviceClient(engine)
    // Asks first, since loading the function costs memory and there is rarely anything to do.
    const { data: isDue, error } = await db.rpc('has_deletions_to_settle').abortSignal(signal)
    if (error) throw error
    if (!isDue) return
    const settled = await db.functions.invoke('settle-deleted', { body: {}, signal })
    if (settled.error) throw settled.error
  },
})
