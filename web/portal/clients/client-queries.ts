import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isUuid } from '../../lib/is-uuid.ts'
import { containedInAny } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { fetchPage } from '../list/fetch-page.ts'
import type { Sorting } from '../list/sorting.ts'
import { ownAgency } from '../me/own-agency.ts'
import { utcToday, withNothingYet } from '../plan/month.ts'
import { type ClientFilters, NOTHING_YET, type sortKeys } from './client-filters.ts'

type ClientSorting = Sorting<(typeof sortKeys)[number]>

/** The column that each heading sorts by. The search text of a client begins with the name. */
const columns = {
  name: 'search_text',
  industry: 'industry',
  status: 'prospect_status',
} as const satisfies Record<(typeof sortKeys)[number], string>

// A row of the list of clients, and the client of its page.
const WITH_MANAGER = '*, manager:user_profiles!looked_after_by(display_name)'
const WITH_PEOPLE = `${WITH_MANAGER}, people:client_people(name, role, email, phone, note)` as const

/** One page of the clients, newest first unless it is sorted otherwise, with the count of all that match. */
export const clientsQuery = ({ page, ...filters }: ClientFilters, sorting: ClientSorting, me: string) =>
  queryOptions({
    queryKey: ['clients', 'list', { ...filters, page, sorting, me }],
    // The old list stays while a search is running, so that it does not flicker at every keystroke.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchPage(page, readClients({ ...filters, sorting, me }, signal)),
  })

/** The filters and order of the list, and its reader `me`, whose clients the view Mine shows. */
export type ClientsShown = Omit<ClientFilters, 'page'> & { sorting: ClientSorting; me: string }

/** Reads the clients in this range of the filtered and sorted list. */
export const readClients = (shown: ClientsShown, signal: AbortSignal) => async (from: number, to: number) => {
  const agencyId = shown.agencyId || (await ownAgency())
  const clients = (await supabase()).from('clients').select(WITH_MANAGER, { count: 'exact' })
  return narrowed(clients.abortSignal(signal), { ...shown, agencyId }).range(from, to)
}

/** Reads the clients in this range with their people. */
export const readClientsWithPeople = (shown: ClientsShown, signal: AbortSignal) => async (from: number, to: number) => {
  const agencyId = shown.agencyId || (await ownAgency())
  const clients = (await supabase()).from('clients').select(WITH_PEOPLE, { count: 'exact' })
  const inOrder = clients.order('created_at', { referencedTable: 'people' }).order('id', { referencedTable: 'people' })
  return narrowed(inOrder.abortSignal(signal), { ...shown, agencyId }).range(from, to)
}

type Column = 'agency_id' | 'looked_after_by' | 'prospect_status'
type Order = { ascending?: boolean; nullsFirst?: boolean }

/** A query of clients, whatever it selects. */
interface ClientsQuery<Query> {
  or: (filters: string) => Query
  eq: (column: Column, value: string) => Query
  not: (column: 'next_contact_on', operator: 'is', value: null) => Query
  order: (column: string, order?: Order) => Query
}

/** Narrows and orders a query of clients as the list is. */
function narrowed<Query extends ClientsQuery<Query>>(
  clients: Query,
  { search, view, status, agencyId, sorting, me }: ClientsShown,
): Query {
  let found = clients
  // The column `search_text` joins name, email and company; `people_text` names and addresses of the client's other people.
  if (search !== '') found = found.or(containedInAny(['search_text', 'people_text'], search))
  // A client without a status counts as a prospect.
  if (status === 'prospect') found = found.or('prospect_status.eq.prospect,prospect_status.is.null')
  else if (status) found = found.eq('prospect_status', status)
  if (view === NOTHING_YET) found = withNothingYet(found, utcToday())
  if (agencyId !== '') found = found.eq('agency_id', agencyId)
  if (view === 'mine') found = found.eq('looked_after_by', me)
  if (view === 'to-contact') found = found.not('next_contact_on', 'is', null)
  // Empty values come last in both directions.
  if (sorting) found = found.order(columns[sorting.by], { ascending: !sorting.isDescending, nullsFirst: false })
  else if (view === 'to-contact') found = found.order('next_contact_on')
  // The id orders clients that were added in the same moment; without it a page could repeat one of them.
  return found.order('created_at', { ascending: false }).order('id')
}

/** One client, or null when there is none with this id that the person may see. */
export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['clients', 'one', clientId],
    queryFn: async () => {
      // The database rejects an id that is no UUID; such a client cannot exist either way.
      if (!isUuid(clientId)) return null
      return unwrap(await (await supabase()).from('clients').select(WITH_MANAGER).eq('id', clientId).maybeSingle())
    },
  })
