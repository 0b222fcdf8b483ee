import { type MailContext, sendEach } from '../send-each.ts'
import { type CallMail, callMail } from './words.ts'

/** The mails about calls. */
export interface CallMailStore {
  /** Claims waiting mails for a few minutes, so that no other server sends them. */
  claim(): Promise<CallMail[]>
  markMailed(mail: CallMail): Promise<void>
  release(mail: CallMail): Promise<void>
}

/** Mails invitations, their changes and cancellations, and reminders, once each. Somebody without an address gets none. */
export async function mailCalls({ calls, sendMail }: Omit<MailContext, 'siteUrl'> & { calls: CallMailStore }) {
  const send = async (call: CallMail) => {
    const to = call.somebody.email
    if (to) {
      const key = `call/${call.id}/${call.mail}/${call.sequence}`
      await sendMail({ ...callMail(call, to), to, key, urgency: call.mail === 'reminder' ? 'reminder' : 'message' })
    }
    await calls.markMailed(call)
  }
  await sendEach(await calls.claim(), send, calls.release)
}
