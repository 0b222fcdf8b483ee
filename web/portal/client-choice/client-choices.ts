import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Agency, Client } from '../../lib/row-types.ts'
import { containsPattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { ofAgency, ownAgency } from '../me/own-agency.ts'

/** The query parameter with a client's id: the one that the person came from, or that a list is narrowed to. */
export const CLIENT = 'client'

/** A client as an option of the combobox. */
export type ClientChoice = Pick<Client, 'id' | 'name' | 'company_name'> & {
  agency_id: string | null
  agencies: Pick<Agency, 'name'> | null
}

export const CLIENTS_OFFERED = 20
const CHOICE = 'id, name, company_name, agency_id, agencies(name)'

/** The agency whose clients are offered first, or alone. */
export type ClientScope = { agencyId: string; isAlone?: boolean }

/** The first clients whose name, e-mail or company contains the typed text. */
export const clientChoicesQuery = (search: string, { agencyId, isAlone = false }: ClientScope) =>
  queryOptions({
    queryKey: ['clients', 'choices', search, agencyId, isAlone],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const like = () => {
        const all = client.from('clients').select(CHOICE)
        return search === '' ? all : all.like('search_text', containsPattern(search))
      }
      const first = async (found: ReturnType<typeof like>, limit: number) =>
        unwrap(await found.order('name').order('id').limit(limit).abortSignal(signal))
      const own = await ownAgency()
      if (agencyId === '') return first(ofAgency(like(), own), CLIENTS_OFFERED)
      const theirs = await first(like().eq('agency_id', agencyId), CLIENTS_OFFERED)
      const left = isAlone || own !== '' ? 0 : CLIENTS_OFFERED - theirs.length
      return left > 0 ? [...theirs, ...(await first(like().neq('agency_id', agencyId), left))] : theirs
    },
  })

/** The client whose screen the person came from, as the default of a new row; null if that client is deleted. */
export const clientChoiceQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['clients', 'choice', clientId],
    queryFn: async ({ signal }) => {
      const client = (await supabase()).from('clients').select(CHOICE).eq('id', clientId)
      return unwrap(await client.abortSignal(signal).maybeSingle())
    },
  })
