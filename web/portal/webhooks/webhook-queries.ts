import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** No live events arrive for deliveries, so what is on the screen is loaded again. */
const RELOAD_MS = 15_000
const MOST_DELIVERIES = 20

export const webhooksQuery = (agencyId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'list', agencyId],
    queryFn: async ({ signal }) => {
      const webhooks = (await supabase()).from('webhooks').select('*').eq('agency_id', agencyId)
      return unwrap(await webhooks.order('created_at').order('id').abortSignal(signal))
    },
    refetchInterval: RELOAD_MS,
  })

/** The newest events of a webhook. */
export const deliveriesQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', webhookId],
    queryFn: async ({ signal }) => {
      const deliveries = (await supabase()).from('webhook_deliveries').select('*').eq('webhook_id', webhookId)
      const newest = deliveries.order('created_at', { ascending: false }).order('id').limit(MOST_DELIVERIES)
      return unwrap(await newest.abortSignal(signal))
    },
    refetchInterval: RELOAD_MS,
  })
