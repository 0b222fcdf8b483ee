import { queryOptions } from '@tanstack/react-query'
import { containing } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { Client } from './client.ts'

/** What has to be known of a client to do something to it by its name. */
export type CalledClient = Pick<Client, 'id' | 'name' | 'company_name' | 'prospect_status'>

/** As many as are looked through before one types another word. */
const MOST = 8

/** The newest clients that have each of these words in their name, company or address, as the list finds them. */
export const clientsCalledQuery = (name: string) =>
  queryOptions({
    queryKey: ['clients', 'called', name],
    queryFn: async ({ signal }): Promise<CalledClient[]> => {
      let found = (await supabase()).from('clients').select('id, name, company_name, prospect_status')
      for (const word of name.split(/\s+/)) found = found.like('search_text', containing(word))
      return unwrap(await found.order('created_at', { ascending: false }).order('id').limit(MOST).abortSignal(signal))
    },
  })
