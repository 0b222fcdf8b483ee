import type { Mail } from '../../mail.ts'
import { mailEverybody } from '../../mail-everybody.ts'
import type { SuspiciousMessage } from '../about-enquiry.ts'
import { type MailContext, sendEach } from '../send-each.ts'
import { contactMail, suspiciousMessagesMail } from './words.ts'

export type StoredMessage = SuspiciousMessage & { id: string; notifiedAt: Date | null }

/** The interface to the contact form's messages in the database. */
export interface EnquiryStore {
  /** The latest messages from this address, newest first. */
  latestFrom(email: string): Promise<StoredMessage[]>
  /** Ordinary messages that wait for their mail, oldest first. */
  waiting(): Promise<StoredMessage[]>
  /** Suspicious messages that wait for their mail, oldest first. */
  waitingSuspicious(): Promise<StoredMessage[]>
  /**
   * Claims messages for a few minutes to mail them, and returns the ids of those that were neither claimed nor mailed.
   */
  claim(ids: string[]): Promise<string[]>
  markMailed(ids: string[]): Promise<void>
  release(ids: string[]): Promise<void>
  /** Whether any suspicious message was mailed since a moment. */
  wasSuspicionMailedSince(moment: Date): Promise<boolean>
}

export type EnquiryContext = Pick<MailContext, 'sendMail'> & { messages: EnquiryStore; recipients(): Promise<string[]> }

const BETWEEN_SUSPICIOUS_MS = 60 * 60 * 1000

/** Mails messages that were stored and never mailed: the visitor left too early, or the mail server was down. */
export async function mailWaiting(outside: EnquiryContext) {
  // The start and /health say that there is nobody to mail, which the log need not repeat every minute.
  if ((await outside.recipients()).length === 0) return
  await sendEach(await outside.messages.waiting(), (message) => mailMessage(message, outside))
  await mailSuspicious(outside)
}

export const mailMessage = (message: StoredMessage, outside: EnquiryContext) =>
  mailOnce([message], () => ({ ...contactMail(message), key: `enquiry/${message.id}` }), outside)

/**
 * Sends at most one mail an hour about all suspicious messages, so that no robot fills the agency's mailbox and no
 * person's message is lost. Any call may trigger it, and a failure does not fail that call.
 */
export async function mailSuspicious(outside: EnquiryContext) {
  const { messages } = outside
  try {
    const waiting = await messages.waitingSuspicious()
    if (waiting.length === 0) return
    if (await messages.wasSuspicionMailedSince(new Date(Date.now() - BETWEEN_SUSPICIOUS_MS))) return
    const compose = (claimed: StoredMessage[]): Composed => ({
      ...suspiciousMessagesMail(claimed),
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
 * Claims the messages, so that only one of two simultaneous calls mails them. If a call dies before they are marked,
 * the next one repeats it, and the key keeps the mail from being sent twice.
 */
async function mailOnce(
  waiting: StoredMessage[],
  compose: (messages: StoredMessage[]) => Composed,
  { messages, recipients, sendMail }: EnquiryContext,
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

export const isSuspicious = ({ suspicions }: StoredMessage) => suspicions.length > 0
