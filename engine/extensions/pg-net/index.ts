import { netVariables } from '../outbound-http/variables.ts'
import type { StandIn } from '../stand-in.ts'

export const pgNet: StandIn = {
  extension: 'pg_net',
  // The trigger of database webhooks, which the hosted service has in every project.
  namedBy: /\bsupabase_functions"?\s*\.\s*"?(?:http_request|hooks)\b/i,
  folder: import.meta.dirname,
  variables: netVariables,
  load: async () => (await import('./pg-net.ts')).makeRequests,
}
