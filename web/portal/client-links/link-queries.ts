import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { ClientLink } from './client-link.ts'

/** The limit of the list: older links have long expired. */
const MOST = 100

/** The links of a client, whether a person made them or a mail brought them, newest first. */
export const linksQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client-links', clientId],
    queryFn: async ({ signal }): Promise<ClientLink[]> => {
      const links = (await supabase())
        .from('client_links')
        .select(
          '*, author:user_profiles(display_name), person:client_people(name), openings:client_link_openings(opened_at)',
        )
        .eq('client_id', clientId)
      const newest = links.order('created_at', { ascending: false }).order('id').limit(MOST)
      const lastOpened = newest.order('opened_at', { referencedTable: 'openings', ascending: false })
      return unwrap(await lastOpened.limit(1, { referencedTable: 'openings' }).abortSignal(signal))
    },
  })
