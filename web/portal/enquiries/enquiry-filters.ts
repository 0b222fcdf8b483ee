import { type ListParams, readListParams } from '../list/list-params.ts'

/** The ready-made views: who waits for an answer, what is assigned to the reader, and what looks like a robot's. */
export const enquiryViews = ['waiting', 'mine', 'perhaps-spam'] as const
export type EnquiryView = (typeof enquiryViews)[number]

export const sortKeys = ['name', 'business', 'service', 'received', 'state'] as const

/** The filters of the list of enquiries; '' means all of them but those that look like a robot's. */
export type EnquiryFilters = ListParams & { view: EnquiryView | '' }

/** An unknown value in the address filters nothing. */
export const readEnquiryFilters = (address: URLSearchParams): EnquiryFilters => ({
  ...readListParams(address),
  view: enquiryViews.find((view) => view === address.get('view')) ?? '',
})
