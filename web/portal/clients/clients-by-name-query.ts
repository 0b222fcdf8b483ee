import { queryOptions } from '@tanstack/react-query'
import { containsPattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { ofAgency, ownAgency } from '../me/own-agency.ts'
import type { Client } from './client.ts'
import type { NextContact } from './next-contact.ts'

/** The columns of a client that an action of the command palette needs. */
export type NamedClient = Pick<
  Client,
  'id' | 'agency_id' | 'name' | 'company_name' | 'prospect_status' | 'looked_after_by' | keyof NextContact
>

const COLUMNS =
  'id, agency_id, name, company_name, prospect_status, looked_after_by, next_contact_on, next_contact_note'

/** The most clients that the command palette lists; with more matches people rather type another word. */
const MOST = 8

/** The newest clients whose name, company or email address contains each typed word, as in the list of clients. */
export const clientsByNameQuery = (name: string) =>
  queryOptions({
    queryKey: ['clients', 'called', name],
    queryFn: async ({ signal }): Promise<NamedClient[]> => {
      let found = ofAgency((await supabase()).from('clients').select(COLUMNS), await ownAgency())
      for (const word of name.split(/\s+/)) found = found.like('search_text', containsPattern(word))
      return unwrap(await found.order('created_at', { ascending: false }).order('id').limit(MOST).abortSignal(signal))
    },
  })
