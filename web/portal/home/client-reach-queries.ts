import { queryOptions } from '@tanstack/react-query'
import { HOUR_MS } from '../../lib/passed-time.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** The number of rows that a card shows. */
const SHOWN = 5

/** An update that was not opened for this long is no longer news. */
const NEWS_MS = 60 * 24 * HOUR_MS

/** The newest updates that were shown to clients and not opened. */
export const notOpenedQuery = () =>
  queryOptions({
    queryKey: ['client-updates', 'not-opened'],
    queryFn: async ({ signal }) => {
      const since = new Date(Date.now() - NEWS_MS).toISOString()
      const reach = (await supabase()).from('update_reach').select(SAID)
      const notOpened = reach.eq('times_opened', 0).gte('shown_at', since).abortSignal(signal)
      return unwrap(await notOpened.order('shown_at', { ascending: false }).order('update_id').limit(SHOWN))
    },
  })

/** The updates that have waited longest for a client's answer. */
export const unansweredQuery = () =>
  queryOptions({
    queryKey: ['client-updates', 'unanswered'],
    queryFn: async ({ signal }) => {
      const reach = (await supabase()).from('update_reach').select(SAID)
      const unanswered = reach.eq('update_type', 'review').is('answer', null).abortSignal(signal)
      return unwrap(await unanswered.order('shown_at').order('update_id').limit(SHOWN))
    },
  })

const SAID = 'update_id, title, shown_at, project_id, project_name, client_id, client_name'
