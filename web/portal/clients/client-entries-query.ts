import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'

/** The number of entries that are seen at a glance; the others are in the vault. */
const ENTRIES_OF_CLIENT = 8

/** What the person may read about a client, by title, and how much that is in all. */
export const clientEntriesQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['vault', 'of-client', clientId],
    queryFn: async ({ signal }) => {
      const entries = (await supabase()).from('password_vault').select('id, title, username', { count: 'exact' })
      const byTitle = entries.eq('client_id', clientId).order('title').order('id')
      const answer = await byTitle.limit(ENTRIES_OF_CLIENT).abortSignal(signal)
      return { entries: unwrap(answer), count: unwrapCount(answer) }
    },
  })
