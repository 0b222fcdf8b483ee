import { z } from 'zod'
import { parseNetworks } from './allowed-networks.ts'

const NETWORKS = 'addresses or networks with commas between them, such as loopback, 10.0.0.0/8'

export const netVariables = z.object({
  // Private addresses and networks to which pg_net may send requests.
  PG_NET_PRIVATE_ADDRESSES: z
    .string()
    .default('')
    .transform((list, context) => {
      const networks = parseNetworks(list)
      if (!networks) context.addIssue({ code: 'custom', message: NETWORKS })
      return networks ?? z.NEVER
    }),
})
