import { type ListParams, readAgencyId, readListParams } from '../list/list-params.ts'
import { type ProspectStatus, prospectStatuses } from './client.ts'

export const sortKeys = ['name', 'industry', 'status'] as const

/** Which clients are being looked at; '' is every agency. */
export type ClientFilters = ListParams & { status: ProspectStatus | undefined; agencyId: string }

/** A value in the address that means nothing filters nothing. */
export const readClientFilters = (address: URLSearchParams): ClientFilters => ({
  ...readListParams(address),
  status: prospectStatuses.find((status) => status === address.get('status')),
  agencyId: readAgencyId(address),
})
