import { equalsPattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import { deleteRows } from '../list/change-rows.ts'
import { mySignedInId } from '../me/my-agency.ts'
import type { Undoable } from '../writes/undoable.ts'
import { goneOrRefused } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import { type Enquiry, type EnquiryState, takerOf } from './enquiry.ts'
import { enquiryToasts } from './enquiry-toasts.ts'

const { changeFailed, clientFailed, deleted, deletionFailed } = enquiryToasts

type SeenState = Pick<Enquiry, 'state' | 'taken_by'>

/** Changes the state of an enquiry. If somebody else was faster, it says who. */
export const changeState = (enquiryId: string): Write<{ to: EnquiryState; seen: SeenState }> => ({
  mutationFn: async ({ to, seen }) => {
    const enquiries = (await supabase()).from('contact_submissions')
    const change = enquiries.update({ state: to }, { count: 'exact' }).eq('id', enquiryId).eq('state', seen.state)
    const asSeen = seen.taken_by === null ? change.is('taken_by', null) : change.eq('taken_by', seen.taken_by)
    if (unwrapCount(await asSeen) === 0) throw await whoWasFirst(enquiryId, seen)
  },
  meta: { failed: changeFailed, refresh: ['contact_submissions'] },
})

async function whoWasFirst(enquiryId: string, seen: SeenState): Promise<Error> {
  const enquiries = (await supabase()).from('contact_submissions')
  const columns = 'state, taken_by, taker:user_profiles!taken_by(display_name)'
  const current = unwrap(await enquiries.select(columns).eq('id', enquiryId).maybeSingle())
  const isAsSeen = current?.state === seen.state && current.taken_by === seen.taken_by
  if (!current || isAsSeen) return goneOrRefused('enquiry', 'change it')
  const taker = takerOf(current, await mySignedInId())
  if (current.state === 'taken' && taker !== undefined) {
    return new Error(`This enquiry is assigned to ${taker} already.`)
  }
  return new Error(`A colleague has ${pastOf[current.state]} already.`)
}

const pastOf = {
  new: 'reopened this enquiry',
  taken: 'taken on this enquiry',
  answered: 'answered this enquiry',
  client: 'made a client of this enquiry',
  'not now': 'archived this enquiry',
  spam: 'marked this enquiry as spam',
} satisfies Record<EnquiryState, string>

export type KnownClient = { id: string; name: string }
/** The client that the enquiry becomes: 'ask' looks first for a client with the same address. */
export type ClientTarget = { existing: 'ask' | 'none' | KnownClient }

/** Makes a client of an enquiry, or returns the existing client that it could belong to. */
export const makeClient = ({
  id,
  email,
}: Pick<Enquiry, 'id' | 'email'>): Write<ClientTarget, { offered: KnownClient } | { clientId: string }> => ({
  mutationFn: async ({ existing }) => {
    const client = await supabase()
    if (existing === 'ask') {
      const known = await clientWithAddress(email)
      if (known) return { offered: known }
    }
    const linked = typeof existing === 'string' ? {} : { existing: existing.id }
    return { clientId: unwrap(await client.rpc('make_client_of_enquiry', { enquiry: id, ...linked })) }
  },
  meta: { failed: clientFailed, refresh: ['contact_submissions', 'clients', 'client_notes'] },
})

/**
 * Returns the oldest client with this address in the agency that answers the website; super admins see those of other
 * agencies too.
 */
async function clientWithAddress(email: string): Promise<KnownClient | undefined> {
  const clients = (await supabase()).from('clients').select('id, name, agencies!inner(answers_website)')
  const known = clients.ilike('email', equalsPattern(email)).eq('agencies.answers_website', true)
  return unwrap(await known.order('created_at').order('id').limit(1)).at(0)
}

export const deleteEnquiries: Write<readonly { id: string; name: string }[], Undoable> = {
  mutationFn: (enquiries) => deleteRows(enquiries, 'contact_submissions'),
  meta: { succeeded: deleted, failed: deletionFailed, refresh: ['contact_submissions'] },
}
