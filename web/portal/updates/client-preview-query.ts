import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** The parts of a client's page beside the updates. */
export const clientPreviewQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['projects', 'preview', clientId],
    queryFn: async ({ signal }) => {
      const client = (await supabase())
        .from('clients')
        .select(
          'name, plan, agency:agencies(name, logo_url, email, phone, website_url, show_clients_their_plan), projects(name, status, created_at)',
        )
        .eq('id', clientId)
      return unwrap(await client.abortSignal(signal).single())
    },
  })
