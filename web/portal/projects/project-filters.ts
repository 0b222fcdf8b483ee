import { useSearchParams } from 'react-router'
import { readAgencyId } from '../list/agency-filter.tsx'
import { type ListParams, readListParams, writeFilter } from '../list/list-params.ts'
import { useSorting } from '../list/sorting.ts'
import { useListParams } from '../list/use-list-params.ts'
import type { ReadyViews } from '../views/views.tsx'
import { type ProjectStatus, type ProjectType, projectStatuses, projectTypes } from './project.ts'

/** Ready-made choices: what is assigned to the reader, and what is late. */
export const projectViews = ['mine', 'overdue'] as const
export type ProjectView = (typeof projectViews)[number]

const viewLabels = { mine: 'Mine', overdue: 'Overdue' } satisfies Record<ProjectView, string>
export const readyViews: ReadyViews = {
  filter: 'view',
  choices: [{ value: '', label: 'All' }, ...projectViews.map((view) => ({ value: view, label: viewLabels[view] }))],
}

export const sortKeys = ['name', 'client', 'type', 'status', 'priority', 'budget', 'target'] as const

/** Which projects are being looked at; '' is all of them. */
export type ProjectFilters = ListParams & {
  view: ProjectView | ''
  status: ProjectStatus | ''
  type: ProjectType | ''
  agencyId: string
}
type FilterName = 'view' | 'status' | 'type' | 'agencyId'

/** A value in the address that means nothing filters nothing. */
export function readProjectFilters(address: URLSearchParams): ProjectFilters {
  return {
    ...readListParams(address),
    view: projectViews.find((view) => view === address.get('view')) ?? '',
    status: projectStatuses.find((status) => status === address.get('status')) ?? '',
    type: projectTypes.find((type) => type === address.get('type')) ?? '',
    agencyId: readAgencyId(address),
  }
}

/** Reads and changes which projects are being looked at. They live in the address, to be shared and come back to. */
export function useProjectFilters() {
  const [address, setAddress] = useSearchParams()
  const { searchFor, linkTo } = useListParams()
  const filters = readProjectFilters(address)
  const { search, view, status, type, agencyId } = filters
  const { sorting, linkTo: sortedBy } = useSorting(sortKeys)
  const quietly = { replace: true, preventScrollReset: true }

  return {
    filters,
    sorting,
    sortedBy,
    isFiltered: [search, view, status, type, agencyId].some((filter) => filter !== ''),
    searchFor,
    linkTo,
    filterBy: (name: FilterName, value: string) => setAddress((latest) => writeFilter(latest, name, value), quietly),
    clear: () => setAddress(new URLSearchParams(), quietly),
  }
}
