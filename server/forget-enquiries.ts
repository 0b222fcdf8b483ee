import type { Job, RunningEngine } from 'engine'
import { isNight } from './backup/is-backup-due.ts'
import { serviceClient } from './service-client.ts'

const INTERVAL_MS = 10 * 60_000

/**
 * Erases enquiries that became nobody, at night, or later if the server did not run then. On hosted Supabase
 * `supabase/hosted/forgetting.sql` does the same.
 */
export const forgetEnquiriesJob = (engine: RunningEngine): Job => ({
  name: 'Enquiries that became nobody',
  everyMs: INTERVAL_MS,
  async run(signal) {
    const { error } = await serviceClient(engine)
      .rpc('forget_enquiries', { is_night: isNight(new Date()) })
      .abortSignal(signal)
    if (error) throw error
  },
})
