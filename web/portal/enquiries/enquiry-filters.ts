import { type ListParams, readListParams } from '../list/list-params.ts'

/** In the address: whether the messages that look like a robot's are being looked at. */
export const SHOW = 'show'
export const SET_ASIDE = 'set-aside'

/** Ready-made choices: who waits for an answer, and what the reader has taken. */
export const enquiryViews = ['waiting', 'mine'] as const
export type EnquiryView = (typeof enquiryViews)[number]

export const sortKeys = ['name', 'business', 'service', 'received', 'state'] as const

/** Which enquiries are being looked at; '' is all of them. */
export type EnquiryFilters = ListParams & { view: EnquiryView | ''; isSetAside: boolean }

/** A value in the address that means nothing filters nothing. */
export const readEnquiryFilters = (address: URLSearchParams): EnquiryFilters => ({
  ...readListParams(address),
  view: enquiryViews.find((view) => view === address.get('view')) ?? '',
  isSetAside: address.get(SHOW) === SET_ASIDE,
})
