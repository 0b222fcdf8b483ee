import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** What a text for a client would reveal about other clients, or from the notes about this one. */
export const disclosuresQuery = (client: string, words: string) =>
  queryOptions({
    queryKey: ['client-notes', 'gives away', client, words],
    placeholderData: keepPreviousData,
    // Each pause in typing sends another text, and nobody returns to an earlier one.
    gcTime: 0,
    enabled: words !== '',
    queryFn: async ({ signal }) =>
      unwrap(await (await supabase()).rpc('text_gives_away', { client, words }).abortSignal(signal)),
  })
