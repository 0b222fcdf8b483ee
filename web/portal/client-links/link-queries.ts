import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { ClientLink } from './client-link.ts'

/** The most links of a client that are listed. Nobody makes more for one client, and older ones have long expired. */
const MOST = 100

/**
 * The links of a client that people made, newest first. Links in mails are left out: they are many, and each is listed with its
 * update.
 */
export const linksQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['client-links', clientId],
    queryFn: async ({ signal }): Promise<ClientLink[]> => {
      const links = (await supabase())
        .from('client_links')
        .select('*, author:user_profiles(display_name), openings:client_link_openings(opened_at)')
        .eq('client_id', clientId)
        .is('update_id', null)
      const newest = links.order('created_at', { ascending: false }).order('id').limit(MOST)
      const lastOpened = newest.order('opened_at', { referencedTable: 'openings', ascending: false })
      return unwrap(await lastOpened.limit(1, { referencedTable: 'openings' }).abortSignal(signal))
    },
  })
