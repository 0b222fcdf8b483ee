import { readVariables, type StandInsFeature } from 'engine/feature'
import { netVariables } from './outbound-http/private-address-setting.ts'

/** The parts of the extension stand-ins that are not SQL; their SQL is in the folders. */
export const feature: StandInsFeature = {
  standIns: {
    pg_cron: { load: async () => (await import('./pg-cron/run-jobs.ts')).runJobs },
    pg_net: { load: async () => (await import('./pg-net/pg-net.ts')).startRequestSender },
    supabase_vault: { settings: (vaultKey) => ({ 'engine.vault_key': vaultKey }) },
  },
  checkVariables: (environment) => void readVariables(netVariables, environment),
}
