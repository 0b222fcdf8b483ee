import { type Fields, Refusal, textField } from '../_shared/http.ts'
import type { Mail } from '../_shared/mail.ts'
import { type ContactMessage, contactMail } from './contact-mail.ts'

export type StoredMessage = ContactMessage & { id: string; notifiedAt: Date | null }

/** The messages in the database. */
export interface Messages {
  /** The latest messages from this address, newest first. */
  latestFrom(email: string): Promise<StoredMessage[]>
  /** Marks a message as mailed; false where that was done already. */
  claim(id: string): Promise<boolean>
  /** Takes the mark back. */
  release(id: string): Promise<void>
}

type Outside = {
  messages: Messages
  recipients(): Promise<string[]>
  sendMail(mail: Mail): Promise<void>
}

const REPEAT_WINDOW_MS = 10 * 60 * 1000

/**
 * Mails the agency the message that the caller has stored, once. The caller is anybody: what they send only finds the
 * row, and only what the row says is mailed.
 */
export async function notifyAgency(fields: Fields, { messages, recipients, sendMail }: Outside) {
  const same = (await messages.latestFrom(textField(fields, 'email'))).filter((message) => isSame(message, fields))
  const waiting = same.find(({ notifiedAt }) => notifiedAt === null)
  if (!waiting) {
    if (same.some(isRecent)) return { success: true } // a second click, or a reload
    throw new Refusal(404, 'There is no such message.')
  }
  if (!(await messages.claim(waiting.id))) return { success: true }
  try {
    await mailEverybody(waiting, await recipients(), sendMail)
  } catch (error) {
    await messages.release(waiting.id)
    throw error
  }
  return { success: true }
}

/** One mail reached is the agency told; the others' failures are for the log. */
async function mailEverybody(message: ContactMessage, recipients: string[], sendMail: Outside['sendMail']) {
  if (recipients.length === 0) throw new Error('There is nobody to mail: no CONTACT_EMAIL and no super admin.')
  const sent = await Promise.allSettled(recipients.map((to) => sendMail({ to, ...contactMail(message) })))
  const failures = sent.filter((result) => result.status === 'rejected')
  if (failures.length === recipients.length) throw failures[0]?.reason
  for (const { reason } of failures) console.error(reason)
}

function isSame(message: ContactMessage, fields: Fields): boolean {
  return (
    message.name.trim() === textField(fields, 'name') &&
    message.businessName.trim() === textField(fields, 'businessName') &&
    message.phone.trim() === textField(fields, 'phone') &&
    message.service === textField(fields, 'service') &&
    (message.message ?? '').trim() === textField(fields, 'message')
  )
}

const isRecent = ({ notifiedAt }: StoredMessage) =>
  notifiedAt !== null && Date.now() - notifiedAt.getTime() < REPEAT_WINDOW_MS
