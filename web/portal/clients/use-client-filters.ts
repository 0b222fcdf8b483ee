import { useSearchParams } from 'react-router'
import { AGENCY, writeFilter } from '../list/list-params.ts'
import { useListParams } from '../list/use-list-params.ts'
import { useSorting } from '../list/use-sorting.ts'
import type { BuiltInViews } from '../saved-views/views.tsx'
import { type ClientView, clientViews, readClientFilters, sortKeys } from './client-filters.ts'

const viewLabels = {
  mine: 'Mine',
  'to-contact': 'To Contact',
  'nothing-yet': 'Nothing Yet This Month',
} satisfies Record<ClientView, string>

/** The built-in views of the list of clients; the other statuses are filters. */
export const readyViews: BuiltInViews = {
  filter: 'status',
  choices: [
    { value: '', label: 'All' },
    { value: 'prospect', label: 'Prospects' },
    { value: 'active', label: 'Active' },
    ...clientViews.map((view) => ({ filter: 'view', value: view, label: viewLabels[view] })),
  ],
}

/**
 * Reads and changes the filters of the list of clients, which are kept in the address so that a list can be shared and
 * revisited.
 */
export function useClientFilters() {
  const [address, setAddress] = useSearchParams()
  const { searchFor, linkTo } = useListParams()
  const filters = readClientFilters(address)
  const { search, view, status, agencyId } = filters
  const { sorting, linkTo: sortedBy } = useSorting(sortKeys)
  const quietly = { replace: true, preventScrollReset: true }
  const filterBy = (name: string) => (value: string) =>
    setAddress((latest) => writeFilter(latest, name, value), quietly)

  return {
    filters,
    sorting,
    sortedBy,
    isFiltered: search !== '' || view !== '' || status !== undefined || agencyId !== '',
    searchFor,
    linkTo,
    filterByStatus: filterBy('status'),
    filterByAgency: filterBy(AGENCY),
    clear: () => setAddress(new URLSearchParams(), quietly),
    /** Shows the list with the new client first, even if the list was narrowed to another agency. */
    showNewest: (agencyOfNewest: string) =>
      setAddress(new URLSearchParams(agencyId !== '' && agencyId === agencyOfNewest ? { agencyId } : {}), quietly),
  }
}
