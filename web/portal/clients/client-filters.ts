import { type ListParams, readAgencyId, readListParams } from '../list/list-params.ts'
import { type ProspectStatus, prospectStatuses } from './client.ts'

export const sortKeys = ['name', 'industry', 'status'] as const

/** The filters of the list of clients; '' means every agency. */
export type ClientFilters = ListParams & { status: ProspectStatus | undefined; agencyId: string }

/** Reads the filters from the address, where an unknown value filters nothing. */
export const readClientFilters = (address: URLSearchParams): ClientFilters => ({
  ...readListParams(address),
  status: prospectStatuses.find((status) => status === address.get('status')),
  agencyId: readAgencyId(address),
})
