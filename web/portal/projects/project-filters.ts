import { type ListParams, readAgencyId, readListParams } from '../list/list-params.ts'
import { type ProjectStatus, projectStatuses } from '../project-status/project-status.ts'
import { type ProjectType, projectTypes } from './project.ts'

/** Ready-made choices: what is assigned to the reader, and what is late. */
export const projectViews = ['mine', 'overdue'] as const
export type ProjectView = (typeof projectViews)[number]

export const sortKeys = ['name', 'client', 'type', 'status', 'priority', 'budget', 'target'] as const

/** Which projects are being looked at; '' is all of them. */
export type ProjectFilters = ListParams & {
  view: ProjectView | ''
  status: ProjectStatus | ''
  type: ProjectType | ''
  agencyId: string
}
export type FilterName = 'view' | 'status' | 'type' | 'agencyId'

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
