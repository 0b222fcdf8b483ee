import { useSearchParams } from 'react-router'
import { writeFilter } from '../list/list-params.ts'
import { useListParams } from '../list/use-list-params.ts'
import { useSorting } from '../list/use-sorting.ts'
import type { BuiltInViews } from '../saved-views/views.tsx'
import {
  type FilterName,
  LOOK,
  type ProjectLook,
  type ProjectView,
  projectViews,
  readProjectFilters,
  readProjectLook,
  sortKeys,
} from './project-filters.ts'

const viewLabels = { mine: 'Mine', overdue: 'Overdue' } satisfies Record<ProjectView, string>
export const readyViews: BuiltInViews = {
  filter: 'view',
  choices: [{ value: '', label: 'All' }, ...projectViews.map((view) => ({ value: view, label: viewLabels[view] }))],
}

/**
 * Reads and changes the filters of the list of projects, which are kept in the address so that a list can be shared and
 * revisited.
 */
export function useProjectFilters() {
  const [address, setAddress] = useSearchParams()
  const { searchFor, linkTo } = useListParams()
  const filters = readProjectFilters(address)
  const { search, view, status, type, steps, agencyId } = filters
  const { sorting, linkTo: sortedBy } = useSorting(sortKeys)
  const look = readProjectLook(address)
  const quietly = { replace: true, preventScrollReset: true }

  return {
    filters,
    look,
    /** The address of the same projects in another look. */
    lookAt: (other: ProjectLook) => `?${writeFilter(address, LOOK, other === 'table' ? '' : other)}`,
    sorting,
    sortedBy,
    isFiltered: [search, view, status, type, steps, agencyId].some((filter) => filter !== ''),
    searchFor,
    linkTo,
    filterBy: (name: FilterName, value: string) => setAddress((latest) => writeFilter(latest, name, value), quietly),
    clear: () => setAddress(look === 'table' ? '' : { [LOOK]: look }, quietly),
  }
}
