import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'

/** The number of vault entries that a client's card shows; the others are in the vault. */
const ENTRIES_OF_CLIENT = 8

/** The vault entries about a client that the person may read, by title, and their count. */
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
