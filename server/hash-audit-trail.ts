import type { Job, RunningEngine } from 'engine'
import { serviceClient } from './service-client.ts'

const INTERVAL_MS = 60_000

/**
 * Gives the newest lines of the audit trail their positions in the chain, and removes lines past their retention time.
 * On hosted Supabase `supabase/hosted/audit-trail.sql` does the same.
 */
export const auditTrailJob = (engine: RunningEngine): Job => ({
  name: 'The audit trail',
  everyMs: INTERVAL_MS,
  async run(signal) {
    const { error } = await serviceClient(engine).rpc('keep_audit_trail').abortSignal(signal)
    if (error) throw error
  },
})
