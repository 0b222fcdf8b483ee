import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isUuid } from '../../lib/is-uuid.ts'
import { containsPattern, equalsPattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { fetchPage } from '../list/fetch-page.ts'
import type { Sorting } from '../list/sorting.ts'
import { isWay } from './came-by.ts'
import type { EnquiryFilters, sortKeys } from './enquiry-filters.ts'
import { visitsOf } from './visits.ts'

const WITH_TAKER = '*, taker:user_profiles!taken_by(display_name)'

/** The column that each heading sorts by. The search text of an enquiry begins with the name. */
const columns = {
  name: 'search_text',
  business: 'business_name',
  service: 'service',
  received: 'created_at',
  state: 'state',
} as const satisfies Record<(typeof sortKeys)[number], string>

export type EnquiriesShown = Omit<EnquiryFilters, 'page'> & {
  sorting: Sorting<(typeof sortKeys)[number]>
  /** The reader, for the view of their own enquiries. */
  me: string
}

/** One page of the enquiries, newest first unless it is sorted otherwise, with the count of all that match. */
export const enquiriesQuery = ({ page, ...shown }: EnquiriesShown & { page: number }) =>
  queryOptions({
    queryKey: ['enquiries', 'list', { ...shown, page }],
    // The old list stays while a search is running, so that it does not flicker at every keystroke.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchPage(page, readEnquiries(shown, signal)),
  })

/** Reads the enquiries in this range of the filtered and sorted list. */
export const readEnquiries =
  ({ search, view, cameBy, sorting, me }: EnquiriesShown, signal: AbortSignal) =>
  async (from: number, to: number) => {
    const all = (await supabase())
      .from('contact_submissions')
      .select(WITH_TAKER, { count: 'exact' })
      .abortSignal(signal)
    // What looks like spam waits too, since it may come from a person.
    let found = view === 'waiting' ? all : all.eq('is_set_aside', view === 'perhaps-spam')
    // The column joins name, business and e-mail.
    if (search !== '') found = found.like('search_text', containsPattern(search))
    if (isUuid(cameBy)) found = found.eq('source_id', cameBy)
    else if (isWay(cameBy)) found = found.eq('came_by', cameBy)
    if (view === 'waiting') found = found.in('state', ['new', 'taken'])
    if (view === 'mine') found = found.eq('taken_by', me)
    if (sorting) found = found.order(columns[sorting.by], { ascending: !sorting.isDescending })
    return found.order('created_at', { ascending: false }).order('id').range(from, to)
  }

/** One enquiry, or null when there is none with this id that the person may see. */
export const enquiryQuery = (enquiryId: string) =>
  queryOptions({
    queryKey: ['enquiries', 'one', enquiryId],
    queryFn: async () => {
      if (!isUuid(enquiryId)) return null
      const enquiries = (await supabase()).from('contact_submissions').select(`${WITH_TAKER}, clients(name)`)
      return unwrap(await enquiries.eq('id', enquiryId).maybeSingle())
    },
  })

/** The number of earlier messages that people read before they answer. */
const EARLIER_SHOWN = 20

/** Earlier enquiries from the same address, newest first. */
export const earlierQuery = ({ email, created_at }: { email: string; created_at: string }) =>
  queryOptions({
    queryKey: ['enquiries', 'earlier', email, created_at],
    // Enquiries without an address have nothing in common.
    enabled: email !== '',
    queryFn: async () => {
      const columns = `id, created_at, service, message, state, is_set_aside, taken_by, taker:user_profiles!taken_by(display_name)`
      const all = (await supabase()).from('contact_submissions').select(columns)
      const earlier = all.ilike('email', equalsPattern(email)).lt('created_at', created_at)
      return unwrap(await earlier.order('created_at', { ascending: false }).order('id').limit(EARLIER_SHOWN))
    },
  })

/** The visits of the website in the last days, and the enquiries that followed. */
export const visitsQuery = (days: number) =>
  queryOptions({
    queryKey: ['enquiries', 'visits', days],
    queryFn: async () => visitsOf(unwrap(await (await supabase()).rpc('visit_figures', { days }, { get: true }))),
  })
