import { type ListParams, readAgencyId, readListParams } from '../list/list-params.ts'
import { type ProjectStatus, projectStatuses } from '../project-status/project-status.ts'
import { type ProjectType, projectTypes } from './project.ts'

/** The built-in views of the list of projects: those assigned to the reader, and overdue ones. */
export const projectViews = ['mine', 'overdue'] as const
export type ProjectView = (typeof projectViews)[number]

/** The ways to look at the list of projects. The table is the default and is not named in the address. */
export const projectLooks = ['table', 'board', 'calendar'] as const
export type ProjectLook = (typeof projectLooks)[number]

/** The parameter of the address that names the look. */
export const LOOK = 'look'

export const readProjectLook = (address: URLSearchParams): ProjectLook =>
  projectLooks.find((look) => look === address.get(LOOK)) ?? 'table'

export const sortKeys = ['name', 'client', 'type', 'status', 'priority', 'budget', 'target'] as const

/** Filters by the steps of a project. */
export const stepFilters = ['overdue'] as const
export type StepFilter = (typeof stepFilters)[number]

/** The filters of the list of projects; '' means all of them. */
export type ProjectFilters = ListParams & {
  view: ProjectView | ''
  status: ProjectStatus | ''
  type: ProjectType | ''
  steps: StepFilter | ''
  agencyId: string
}
export type FilterName = 'view' | 'status' | 'type' | 'steps' | 'agencyId'

/** Reads the filters of the list of projects from the address, where an unknown value filters nothing. */
export function readProjectFilters(address: URLSearchParams): ProjectFilters {
  return {
    ...readListParams(address),
    view: projectViews.find((view) => view === address.get('view')) ?? '',
    status: projectStatuses.find((status) => status === address.get('status')) ?? '',
    type: projectTypes.find((type) => type === address.get('type')) ?? '',
    steps: stepFilters.find((filter) => filter === address.get('steps')) ?? '',
    agencyId: readAgencyId(address),
  }
}
