import { useLocation, useSearchParams } from 'react-router'
import { writeFilter } from '../list/list-params.ts'
import { useListParams } from '../list/use-list-params.ts'
import { useSorting } from '../list/use-sorting.ts'
import type { ReadyViews } from '../saved-views/views.tsx'
import { readEnquiryFilters, SET_ASIDE, SHOW, sortKeys } from './enquiry-filters.ts'

export const readyViews: ReadyViews = {
  filter: 'view',
  choices: [
    { value: '', label: 'All' },
    { value: 'waiting', label: 'Waiting' },
    { value: 'mine', label: 'Mine' },
  ],
}

/** Reads and changes the filters of the list. They live in the address, so that a list can be shared and returned to. */
export function useEnquiryFilters() {
  const [address, setAddress] = useSearchParams()
  const { pathname } = useLocation()
  const { searchFor, linkTo } = useListParams()
  const { sorting, linkTo: sortedBy } = useSorting(sortKeys)
  const filters = readEnquiryFilters(address)

  return {
    filters,
    sorting,
    sortedBy,
    searchFor,
    linkTo,
    isFiltered: filters.search !== '' || filters.view !== '',
    clear: () =>
      setAddress((latest) => new URLSearchParams([...latest].filter(([name]) => name === SHOW)), {
        replace: true,
        preventScrollReset: true,
      }),
    /** Switches between the messages that were set aside and the others. */
    apart: (isSetAside: boolean) => {
      const query = writeFilter(address, SHOW, isSetAside ? SET_ASIDE : '').toString()
      return query === '' ? pathname : `${pathname}?${query}`
    },
  }
}
