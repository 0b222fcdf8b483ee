import { type Fields, Refusal, textField } from '../_shared/http.ts'
import type { Mail } from '../_shared/mail.ts'
import { contactMail } from './contact-mail.ts'
import { keptApartMail, type SuspiciousMessage } from './kept-apart-mail.ts'

export type StoredMessage = SuspiciousMessage & { id: string; notifiedAt: Date | null }

/** The messages in the database. */
export interface Messages {
  /** The latest messages from this address, newest first. */
  latestFrom(email: string): Promise<StoredMessage[]>
  /** Marks messages as mailed, and returns the ids of those that were not marked already. */
  claim(ids: string[]): Promise<string[]>
  /** Takes the mark back. */
  release(ids: string[]): Promise<void>
  /** Whether a suspicious message was mailed since then. */
  wasSuspicionMailedSince(moment: Date): Promise<boolean>
  /** Suspicious messages that wait for their mail, oldest first. */
  waitingSuspicious(): Promise<StoredMessage[]>
}

type Outside = {
  messages: Messages
  recipients(): Promise<string[]>
  sendMail(mail: Mail): Promise<void>
}

const REPEAT_WINDOW_MS = 10 * 60 * 1000
const BETWEEN_SUSPICIOUS_MS = 60 * 60 * 1000

/**
 * Mails the agency the message that the caller has stored, once. The caller is anybody: what they send only finds the
 * row, and only what the row says is mailed. Suspicious messages are kept apart, and whoever sends one is not told.
 */
export async function notifyAgency(fields: Fields, outside: Outside) {
  const same = (await outside.messages.latestFrom(textField(fields, 'email'))).filter((message) =>
    isSame(message, fields),
  )
  const waiting = same.filter(({ notifiedAt }) => notifiedAt === null)
  const ordinary = waiting.find((message) => !isSuspicious(message))
  if (ordinary) await mailOnce([ordinary], () => contactMail(ordinary), outside)
  // Otherwise it is kept apart, or a second click or a reload, or nothing at all.
  else if (waiting.length === 0 && !same.some(isRecent)) throw new Refusal(404, 'There is no such message.')
  await mailSuspicious(outside)
  return { success: true }
}

/**
 * One mail an hour tells of all that was kept apart: no robot fills the agency's mailbox, and no person's message is
 * lost. It goes out with the next call, whoever makes it, and a failure is not theirs.
 */
async function mailSuspicious(outside: Outside) {
  const { messages } = outside
  try {
    const waiting = await messages.waitingSuspicious()
    if (waiting.length === 0) return
    if (await messages.wasSuspicionMailedSince(new Date(Date.now() - BETWEEN_SUSPICIOUS_MS))) return
    await mailOnce(waiting, keptApartMail, outside)
  } catch (error) {
    console.error(error)
  }
}

/** Of two calls at once, only one finds the messages unmarked. */
async function mailOnce(
  waiting: StoredMessage[],
  compose: (messages: StoredMessage[]) => Omit<Mail, 'to'>,
  { messages, recipients, sendMail }: Outside,
) {
  const claimed = await messages.claim(waiting.map(({ id }) => id))
  if (claimed.length === 0) return
  try {
    const mail = compose(waiting.filter(({ id }) => claimed.includes(id)))
    await mailEverybody(mail, await recipients(), sendMail)
  } catch (error) {
    await messages.release(claimed)
    throw error
  }
}

/** One mail reached is the agency told; the others' failures are for the log. */
async function mailEverybody(mail: Omit<Mail, 'to'>, recipients: string[], sendMail: Outside['sendMail']) {
  if (recipients.length === 0)
    throw new Error(
      'There is nobody to mail: the agency has no email address, and there is no CONTACT_EMAIL and no super admin.',
    )
  const sent = await Promise.allSettled(recipients.map((to) => sendMail({ to, ...mail })))
  const failures = sent.filter((result) => result.status === 'rejected')
  if (failures.length === recipients.length) throw failures[0]?.reason
  for (const { reason } of failures) console.error(reason)
}

function isSame(message: StoredMessage, fields: Fields): boolean {
  return (
    message.name.trim() === textField(fields, 'name') &&
    message.businessName.trim() === textField(fields, 'businessName') &&
    message.phone.trim() === textField(fields, 'phone') &&
    message.service === textField(fields, 'service') &&
    (message.message ?? '').trim() === textField(fields, 'message')
  )
}

const isSuspicious = ({ suspicions }: StoredMessage) => suspicions.length > 0

const isRecent = ({ notifiedAt }: StoredMessage) =>
  notifiedAt !== null && Date.now() - notifiedAt.getTime() < REPEAT_WINDOW_MS
