import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { terms } from '../../agency.ts'
import type { Database } from '../../lib/database.types.ts'
import { isUuid } from '../../lib/is-uuid.ts'
import { containing, inAnyCase } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { fetchPage } from '../list/fetch-page.ts'
import type { Sorting } from '../list/sorting.ts'
import type { EnquiryFilters, sortKeys } from './enquiry-filters.ts'
import { visitsOf } from './visits.ts'

const WITH_TAKER = '*, taker:user_profiles!taken_by(display_name)'

/** What each heading sorts by. The words that an enquiry is found by begin with the name. */
const columns = {
  name: 'search_text',
  business: 'business_name',
  service: 'service',
  received: 'created_at',
  state: 'state',
} as const satisfies Record<(typeof sortKeys)[number], string>

export type EnquiriesShown = Omit<EnquiryFilters, 'page'> & {
  sorting: Sorting<(typeof sortKeys)[number]>
  /** Who looks: whose "Mine" is. */
  me: string
}

/** One page of the enquiries, newest first unless it is sorted otherwise, with the count of all that match. */
export const enquiriesQuery = ({ page, ...shown }: EnquiriesShown & { page: number }) =>
  queryOptions({
    queryKey: ['enquiries', 'list', { ...shown, page }],
    // While a search is being answered the list stands, so that it does not blink at every keystroke.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchPage(page, readEnquiries(shown, signal)),
  })

/** Those of the enquiries that stand there, in their order. */
export const readEnquiries =
  ({ search, view, isSetAside, sorting, me }: EnquiriesShown, signal: AbortSignal) =>
  async (from: number, to: number) => {
    const all = (await supabase())
      .from('contact_submissions')
      .select(WITH_TAKER, { count: 'exact' })
      .abortSignal(signal)
    // The view of what waits shows what was set aside as well.
    let found = view === 'waiting' && !isSetAside ? all : all.eq('is_set_aside', isSetAside)
    // Name, business and e-mail in one.
    if (search !== '') found = found.like('search_text', containing(search))
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

/** As many earlier messages as are read before answering. */
const EARLIER_SHOWN = 20

/** What the same address asked before, newest first. */
export const earlierQuery = ({ email, created_at }: { email: string; created_at: string }) =>
  queryOptions({
    queryKey: ['enquiries', 'earlier', email, created_at],
    queryFn: async () => {
      const all = (await supabase()).from('contact_submissions').select('id, created_at, service, message, state')
      const earlier = all.ilike('email', inAnyCase(email)).lt('created_at', created_at)
      return unwrap(await earlier.order('created_at', { ascending: false }).order('id').limit(EARLIER_SHOWN))
    },
  })

type Figures = Omit<Database['public']['Functions']['enquiry_figures']['Returns'][number], 'median_seconds'> & {
  /** Null while nothing was answered. */
  median_seconds: number | null
}

/** How the enquiries stand: see the function in the database. */
export const figuresQuery = () =>
  queryOptions({
    queryKey: ['enquiries', 'figures'],
    queryFn: async (): Promise<Figures> => {
      const client = await supabase()
      const asked = { reply_hours: terms.replyHours }
      return unwrap(await client.rpc('enquiry_figures', asked, { get: true }).single())
    },
  })

/** What was looked at on the website in the last days, and what came of it. */
export const visitsQuery = (days: number) =>
  queryOptions({
    queryKey: ['enquiries', 'visits', days],
    queryFn: async () => visitsOf(unwrap(await (await supabase()).rpc('visit_figures', { days }, { get: true }))),
  })
