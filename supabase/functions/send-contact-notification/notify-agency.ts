import { type Fields, Refusal, textField } from '../_shared/http.ts'
import type { Mail } from '../_shared/mail.ts'
import { mailEverybody } from '../_shared/mail-everybody.ts'
import { contactMail } from './contact-mail.ts'
import { keptApartMail, type SuspiciousMessage } from './kept-apart-mail.ts'

export type StoredMessage = SuspiciousMessage & { id: string; notifiedAt: Date | null }

/** The messages in the database. */
export interface Messages {
  /** The latest messages from this address, newest first. */
  latestFrom(email: string): Promise<StoredMessage[]>
  /** Ordinary messages that wait for their mail, oldest first. */
  waiting(): Promise<StoredMessage[]>
  /** Suspicious messages that wait for their mail, oldest first. */
  waitingSuspicious(): Promise<StoredMessage[]>
  /** Takes messages for a few minutes, to mail them, and returns the ids of those that nobody has taken or mailed. */
  claim(ids: string[]): Promise<string[]>
  markMailed(ids: string[]): Promise<void>
  release(ids: string[]): Promise<void>
  /** Whether a suspicious message was mailed since then. */
  wasSuspicionMailedSince(moment: Date): Promise<boolean>
}

export type Outside = {
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
  if (ordinary) await mailMessage(ordinary, outside)
  // Otherwise it is kept apart, or a second click or a reload, or nothing at all.
  else if (waiting.length === 0 && !same.some(isRecent)) throw new Refusal(404, 'There is no such message.')
  await mailSuspicious(outside)
  return { success: true }
}

/** Mails whatever was stored and never mailed: its visitor left too early, or a mail server was away. */
export async function mailWaiting(outside: Outside) {
  for (const message of await outside.messages.waiting()) {
    await mailMessage(message, outside).catch((error: unknown) => console.error(error))
  }
  await mailSuspicious(outside)
}

const mailMessage = (message: StoredMessage, outside: Outside) =>
  mailOnce([message], () => ({ ...contactMail(message), key: `enquiry/${message.id}` }), outside)

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
    const compose = (claimed: StoredMessage[]): Composed => ({
      ...keptApartMail(claimed),
      key: `set aside/${claimed.map(({ id }) => id).join()}`,
      urgency: 'digest',
    })
    await mailOnce(waiting, compose, outside)
  } catch (error) {
    console.error(error)
  }
}

type Composed = Omit<Mail, 'to'> & { key: string }

/**
 * Of two calls at once, only one has the messages. Whoever dies before they are marked leaves them to the next one, and the
 * key of the mail keeps it from being sent twice.
 */
async function mailOnce(
  waiting: StoredMessage[],
  compose: (messages: StoredMessage[]) => Composed,
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
  await messages.markMailed(claimed)
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
