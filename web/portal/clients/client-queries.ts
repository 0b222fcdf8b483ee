import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isUuid } from '../../lib/is-uuid.ts'
import { containsPattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { fetchPage } from '../list/fetch-page.ts'
import type { Sorting } from '../list/sorting.ts'
import type { ClientFilters, sortKeys } from './client-filters.ts'

type ClientSorting = Sorting<(typeof sortKeys)[number]>

/** The column that each heading sorts by. The search text of a client begins with the name. */
const columns = {
  name: 'search_text',
  industry: 'industry',
  status: 'prospect_status',
} as const satisfies Record<(typeof sortKeys)[number], string>

/** One page of the clients, newest first unless it is sorted otherwise, with the count of all that match. */
export const clientsQuery = ({ page, ...filters }: ClientFilters, sorting: ClientSorting) =>
  queryOptions({
    queryKey: ['clients', 'list', { ...filters, page, sorting }],
    // The old list stays while a search is running, so that it does not flicker at every keystroke.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchPage(page, readClients({ ...filters, sorting }, signal)),
  })

export type ClientsShown = Omit<ClientFilters, 'page'> & { sorting: ClientSorting }

/** Reads the clients in this range of the filtered and sorted list. */
export const readClients =
  ({ search, status, agencyId, sorting }: ClientsShown, signal: AbortSignal) =>
  async (from: number, to: number) => {
    let found = (await supabase()).from('clients').select('*', { count: 'exact' }).abortSignal(signal)
    // The column `search_text` joins name, email and company.
    if (search !== '') found = found.like('search_text', containsPattern(search))
    // A client without a status counts as a prospect.
    if (status === 'prospect') found = found.or('prospect_status.eq.prospect,prospect_status.is.null')
    else if (status) found = found.eq('prospect_status', status)
    if (agencyId !== '') found = found.eq('agency_id', agencyId)
    // Empty values come last in both directions.
    if (sorting) found = found.order(columns[sorting.by], { ascending: !sorting.isDescending, nullsFirst: false })
    // The id orders clients that were added in the same moment; without it a page could repeat one of them.
    return found.order('created_at', { ascending: false }).order('id').range(from, to)
  }

/** One client, or null when there is none with this id that the person may see. */
export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['clients', 'one', clientId],
    queryFn: async () => {
      // The database rejects an id that is no UUID; such a client cannot exist either way.
      if (!isUuid(clientId)) return null
      return unwrap(await (await supabase()).from('clients').select().eq('id', clientId).maybeSingle())
    },
  })
