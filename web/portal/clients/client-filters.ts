import { type ListParams, readAgencyId, readListParams } from '../list/list-params.ts'
import { type ProspectStatus, prospectStatuses } from './client.ts'

export const sortKeys = ['name', 'industry', 'status'] as const

/** A view of the list: clients with a plan who have had no content update this month. */
export const NOTHING_YET = 'nothing-yet'

/** The built-in views beside those of a status. */
export const clientViews = ['mine', 'to-contact', NOTHING_YET] as const
export type ClientView = (typeof clientViews)[number]

/** The filters of the list of clients; '' means every client and every agency. */
export type ClientFilters = ListParams & { view: ClientView | ''; status: ProspectStatus | undefined; agencyId: string }

/** Reads the filters from the address, where an unknown value filters nothing. */
export const readClientFilters = (address: URLSearchParams): ClientFilters => ({
  ...readListParams(address),
  view: clientViews.find((view) => view === address.get('view')) ?? '',
  status: prospectStatuses.find((status) => status === address.get('status')),
  agencyId: readAgencyId(address),
})
