import { readVariables, type StandInsFeature } from 'engine/feature'
import { netVariables } from './outbound-http/variables.ts'

/** What stands in for extensions of the hosted service beside the SQL in their folders. */
export const feature: StandInsFeature = {
  standIns: {
    pg_cron: { load: async () => (await import('./pg-cron/jobs.ts')).runJobs },
    pg_net: { load: async () => (await import('./pg-net/pg-net.ts')).makeRequests },
    supabase_vault: { settings: (vaultKey) => ({ 'engine.vault_key': vaultKey }) },
  },
  checkVariables: (environment) => void readVariables(netVariables, environment),
}
