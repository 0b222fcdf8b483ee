import { useSearchParams } from 'react-router'
import { writeFilter } from '../list/list-params.ts'
import { useListParams } from '../list/use-list-params.ts'
import { useSorting } from '../list/use-sorting.ts'
import { CAME_BY, readEnquiryFilters, sortKeys } from './enquiry-filters.ts'
import { VISITS } from './use-visit-span.ts'

/** Reads and changes the filters of the list. They live in the address, so that a list can be shared and returned to. */
export function useEnquiryFilters() {
  const [address, setAddress] = useSearchParams()
  const { searchFor, linkTo } = useListParams()
  const { sorting, linkTo: sortedBy } = useSorting(sortKeys)
  const filters = readEnquiryFilters(address)

  return {
    filters,
    sorting,
    sortedBy,
    searchFor,
    linkTo,
    isFiltered: filters.search !== '' || filters.view !== '' || filters.cameBy !== '',
    filterByWay: (way: string) =>
      setAddress((latest) => writeFilter(latest, CAME_BY, way), { replace: true, preventScrollReset: true }),
    clear: () =>
      setAddress((latest) => new URLSearchParams([...latest].filter(([name]) => name === VISITS)), {
        replace: true,
        preventScrollReset: true,
      }),
  }
}
