import { supabase } from '../../lib/supabase.ts'
import { addDays, today } from '../../lib/today.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import { type ClientDouble, findDoubles } from '../client-choice/client-doubles.ts'
import { deleteRows } from '../list/change-rows.ts'
import { mySignedInId } from '../me/my-agency.ts'
import type { Undoable } from '../writes/undoable.ts'
import { goneOrRefused } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import { type Enquiry, type EnquiryState, takerOf } from './enquiry.ts'
import type { NewEnquiry } from './enquiry-form.ts'
import { enquiryToasts } from './enquiry-toasts.ts'

const { added, addingFailed, changeFailed, clientFailed, deleted, deletionFailed } = enquiryToasts

/** Adds an enquiry that did not come by the website. The same one within ten minutes is stored once. */
export const addEnquiry: Write<NewEnquiry> = {
  mutationFn: async ({ business_name, email, phone, ...enquiry }) => {
    const known = { business_name: business_name ?? '', email: email ?? '', phone: phone ?? '' }
    unwrap(await (await supabase()).from('contact_submissions').insert({ ...enquiry, ...known }))
  },
  meta: { succeeded: added, failed: addingFailed, refresh: ['contact_submissions'], isAddition: true },
}

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
  test: 'marked this enquiry as a test',
} satisfies Record<EnquiryState, string>

/** The client that the enquiry becomes: 'ask' looks first for a client with the same address or phone number. */
export type ClientTarget = { existing: 'ask' | 'none' | ClientDouble }

/** The days until the first contact with a client that was made of an enquiry. */
const DAYS_UNTIL_CONTACT = 2

/** Makes a client of an enquiry, or returns the existing client that it could belong to. */
export const makeClient = ({
  id,
  email,
  phone,
}: Pick<Enquiry, 'id' | 'email' | 'phone'>): Write<ClientTarget, { offered: ClientDouble } | { clientId: string }> => ({
  mutationFn: async ({ existing }) => {
    const client = await supabase()
    if (existing === 'ask') {
      const known = await knownClient({ email, phone })
      if (known) return { offered: known }
    }
    const linked = typeof existing === 'string' ? {} : { existing: existing.id }
    const contact_on = addDays(today(), DAYS_UNTIL_CONTACT)
    return { clientId: unwrap(await client.rpc('make_client_of_enquiry', { enquiry: id, contact_on, ...linked })) }
  },
  meta: { failed: clientFailed, refresh: ['contact_submissions', 'clients', 'client_notes'] },
})

/** Returns the likeliest client in the agency that answers the website; super admins see those of other agencies too. */
async function knownClient(contact: Pick<Enquiry, 'email' | 'phone'>): Promise<ClientDouble | undefined> {
  const agencies = (await supabase()).from('agencies').select('id').eq('answers_website', true)
  const agency = unwrap(await agencies.maybeSingle())
  return agency ? (await findDoubles(agency.id, contact)).at(0) : undefined
}

export const deleteEnquiries: Write<readonly { id: string; name: string }[], Undoable> = {
  mutationFn: (enquiries) => deleteRows(enquiries, 'contact_submissions'),
  meta: { succeeded: deleted, failed: deletionFailed, refresh: ['contact_submissions'] },
}
