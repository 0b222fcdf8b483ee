import { type ListParams, readAgencyId, readListParams } from '../list/list-params.ts'
import { type ProjectStatus, projectStatuses } from '../project-status/project-status.ts'
import { type ProjectType, projectTypes } from './project.ts'

/** The built-in views of the list of projects: those assigned to the reader, and overdue ones. */
export const projectViews = ['mine', 'overdue'] as const
export type ProjectView = (typeof projectViews)[number]

export const sortKeys = ['name', 'client', 'type', 'status', 'priority', 'budget', 'target'] as const

/** The filters of the list of projects; '' means all of them. */
export type ProjectFilters = ListParams & {
  view: ProjectView | ''
  status: ProjectStatus | ''
  type: ProjectType | ''
  agencyId: string
}
export type FilterName = 'view' | 'status' | 'type' | 'agencyId'

/** Reads the filters of the list of projects from the address, where an unknown value filters nothing. */
export function readProjectFilters(address: URLSearchParams): ProjectFilters {
  return {
    ...readListParams(address),
    view: projectViews.find((view) => view === address.get('view')) ?? '',
    status: projectStatuses.find((status) => status === address.get('status')) ?? '',
    type: projectTypes.find((type) => type === address.get('type')) ?? '',
    agencyId: readAgencyId(address),
  }
}
