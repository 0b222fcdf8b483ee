import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** The agency that receives a client's reply to a mail. */
export const answeringAgencyQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['clients', 'answering agency', clientId],
    queryFn: async ({ signal }) => {
      const clients = (await supabase()).from('clients').select('agencies(name, email)')
      return unwrap(await clients.eq('id', clientId).abortSignal(signal).maybeSingle())?.agencies ?? null
    },
  })
