import { useSearchParams } from 'react-router'
import { AGENCY, writeFilter } from '../list/list-params.ts'
import { useListParams } from '../list/use-list-params.ts'
import { useSorting } from '../list/use-sorting.ts'
import type { ReadyViews } from '../views/views.tsx'
import { readClientFilters, sortKeys } from './client-filters.ts'

/** Whom one wants to win, and whom one works for; the other statuses are among the filters. */
export const readyViews: ReadyViews = {
  filter: 'status',
  choices: [
    { value: '', label: 'All' },
    { value: 'prospect', label: 'Prospects' },
    { value: 'active', label: 'Active' },
  ],
}

/** Reads and changes which clients are being looked at. They live in the address, to be shared and come back to. */
export function useClientFilters() {
  const [address, setAddress] = useSearchParams()
  const { searchFor, linkTo } = useListParams()
  const filters = readClientFilters(address)
  const { search, status, agencyId } = filters
  const { sorting, linkTo: sortedBy } = useSorting(sortKeys)
  const quietly = { replace: true, preventScrollReset: true }
  const filterBy = (name: string) => (value: string) =>
    setAddress((latest) => writeFilter(latest, name, value), quietly)

  return {
    filters,
    sorting,
    sortedBy,
    isFiltered: search !== '' || status !== undefined || agencyId !== '',
    searchFor,
    linkTo,
    filterByStatus: filterBy('status'),
    filterByAgency: filterBy(AGENCY),
    clear: () => setAddress(new URLSearchParams(), quietly),
    /** Where a new one stands, whatever was looked for before: first in the list, also in that of its agency. */
    showNewest: (agencyOfNewest: string) =>
      setAddress(new URLSearchParams(agencyId !== '' && agencyId === agencyOfNewest ? { agencyId } : {}), quietly),
  }
}
