import { type ListParams, readListParams } from '../list/list-params.ts'
import { readCameBy } from './came-by.ts'

/** The built-in views: enquiries that wait for an answer, those assigned to the reader, and suspected spam. */
export const enquiryViews = ['waiting', 'mine', 'perhaps-spam'] as const
export type EnquiryView = (typeof enquiryViews)[number]

export const sortKeys = ['name', 'business', 'service', 'received', 'state'] as const

/** The filters of the list of enquiries; '' means all of them but those that look like a robot's. */
export type EnquiryFilters = ListParams & {
  view: EnquiryView | ''
  /** The way by which they came, or the id of their source; '' for all. */
  cameBy: string
}

/** The query parameter with the way or source that the list is narrowed to. */
export const CAME_BY = 'came-by'

/** An unknown value in the address filters nothing. */
export const readEnquiryFilters = (address: URLSearchParams): EnquiryFilters => ({
  ...readListParams(address),
  view: enquiryViews.find((view) => view === address.get('view')) ?? '',
  cameBy: readCameBy(address.get(CAME_BY)),
})
