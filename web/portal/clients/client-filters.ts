import { useSearchParams } from 'react-router'
import { useAgencyFilter } from '../list/agency-filter.tsx'
import type { ListParams } from '../list/list-params.ts'
import { useSorting } from '../list/sorting.ts'
import { useAddressFilter } from '../list/use-address-filter.ts'
import { useListParams } from '../list/use-list-params.ts'
import type { ReadyViews } from '../views/views.tsx'
import { type ProspectStatus, prospectStatuses } from './client.ts'

export const sortKeys = ['name', 'industry', 'status'] as const

/** Whom one wants to win, and whom one works for; the other statuses are among the filters. */
export const readyViews: ReadyViews = {
  filter: 'status',
  choices: [
    { value: '', label: 'All' },
    { value: 'prospect', label: 'Prospects' },
    { value: 'active', label: 'Active' },
  ],
}

/** Which clients are being looked at; '' is every agency. */
export type ClientFilters = ListParams & { status: ProspectStatus | undefined; agencyId: string }

/** Reads and changes which clients are being looked at. They live in the address, to be shared and come back to. */
export function useClientFilters() {
  const [, setAddress] = useSearchParams()
  const quietly = { replace: true, preventScrollReset: true }
  const { search, page, searchFor, linkTo } = useListParams()
  const { sorting, linkTo: sortedBy } = useSorting(sortKeys)
  const [status, filterByStatus] = useAddressFilter('status', prospectStatuses)
  const [agencyId, filterByAgency] = useAgencyFilter()

  return {
    filters: { search, page, status, agencyId },
    sorting,
    sortedBy,
    isFiltered: search !== '' || status !== undefined || agencyId !== '',
    searchFor,
    linkTo,
    filterByStatus,
    filterByAgency,
    clear: () => setAddress(new URLSearchParams(), quietly),
    /** Where a new one stands, whatever was looked for before: first in the list, also in that of its agency. */
    showNewest: (agencyOfNewest: string) =>
      setAddress(new URLSearchParams(agencyId !== '' && agencyId === agencyOfNewest ? { agencyId } : {}), quietly),
  }
}
