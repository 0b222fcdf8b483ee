import { type ListParams, readListParams } from '../list/list-params.ts'

/** The query parameter that shows the messages that were set aside as suspicious. */
export const SHOW = 'show'
export const SET_ASIDE = 'set-aside'

/** The ready-made views: enquiries that wait for an answer, and those that the reader has taken. */
export const enquiryViews = ['waiting', 'mine'] as const
export type EnquiryView = (typeof enquiryViews)[number]

export const sortKeys = ['name', 'business', 'service', 'received', 'state'] as const

/** The filters of the list of enquiries; '' means all of them. */
export type EnquiryFilters = ListParams & { view: EnquiryView | ''; isSetAside: boolean }

/** An unknown value in the address filters nothing. */
export const readEnquiryFilters = (address: URLSearchParams): EnquiryFilters => ({
  ...readListParams(address),
  view: enquiryViews.find((view) => view === address.get('view')) ?? '',
  isSetAside: address.get(SHOW) === SET_ASIDE,
})
