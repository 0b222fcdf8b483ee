import { queryOptions } from '@tanstack/react-query'
import { containsPattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { Client } from './client.ts'

/** What has to be known about a client for an action from the command palette. */
export type NamedClient = Pick<Client, 'id' | 'name' | 'company_name' | 'prospect_status'>

/** The limit of matches: with more, people rather type another word. */
const MOST = 8

/** The newest clients that have each of these words in their name, company or e-mail address, as in the list. */
export const clientsByNameQuery = (name: string) =>
  queryOptions({
    queryKey: ['clients', 'called', name],
    queryFn: async ({ signal }): Promise<NamedClient[]> => {
      let found = (await supabase()).from('clients').select('id, name, company_name, prospect_status')
      for (const word of name.split(/\s+/)) found = found.like('search_text', containsPattern(word))
      return unwrap(await found.order('created_at', { ascending: false }).order('id').limit(MOST).abortSignal(signal))
    },
  })
