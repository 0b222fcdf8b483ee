import { type MailContext, sendEach } from '../send-each.ts'
import { type CallMail, callMail, whatHappened } from './words.ts'

/** The mails about calls. */
export interface CallMailStore {
  /** Claims waiting mails for a few minutes, so that no other server sends them. */
  claim(): Promise<CallMail[]>
  /** Marks what was mailed to an address; null if there was nobody to mail. */
  markMailed(mail: CallMail, to: string | null): Promise<void>
  release(mail: CallMail): Promise<void>
}

/**
 * Mails invitations, their changes and cancellations, and reminders, once each. Somebody without an address gets none. A call is
 * cancelled where it was invited to last, also when its next version goes to another address.
 */
export async function mailCalls({ calls, sendMail }: Omit<MailContext, 'siteUrl'> & { calls: CallMailStore }) {
  const sendTo = async (to: string, call: CallMail) => {
    const key = `${keyPrefixOf(call)}/${call.id}/${whatHappened(call)}/${call.sequence}`
    await sendMail({ ...callMail(call, to), to, key, urgency: call.mail === 'reminder' ? 'reminder' : 'message' })
  }
  const send = async (call: CallMail) => {
    const { mail, mailed_to, somebody } = call
    // An enquiry by phone has an empty address.
    const to = (mail === 'cancellation' ? mailed_to : somebody.email) || null
    const hasMoved = mail === 'invitation' && mailed_to !== null && mailed_to.toLowerCase() !== to?.toLowerCase()
    if (hasMoved) await sendTo(mailed_to, { ...call, mail: 'cancellation' })
    if (to) await sendTo(to, hasMoved ? { ...call, mailed_sequence: null } : call)
    await calls.markMailed(call, to)
  }
  await sendEach(await calls.claim(), send, calls.release)
}

/** The queue forgets the mail about a call that was deleted for good as soon as it has left (claim_withdrawn_calls). */
const keyPrefixOf = ({ deleted }: CallMail) => (deleted === 'for good' ? 'erased call' : 'call')
