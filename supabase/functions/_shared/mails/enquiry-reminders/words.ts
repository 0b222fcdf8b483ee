import type { Mail } from '../../mail.ts'
import { button, facts, paragraph, quote, writeMail } from '../../mail-layout.ts'
import { manyLines, oneLine } from '../../mail-words.ts'
import { replyAddress } from '../../reply-to.ts'
import { contactFacts, type SuspiciousMessage, suspiciousMessagePart } from '../about-enquiry.ts'

export type UnansweredEnquiry = SuspiciousMessage & {
  id: string
  createdAt: Date
  takenBy: string | null
  isSetAside: boolean
}

const HOUR_MS = 60 * 60 * 1000
const MAX_SUBJECT_LENGTH = 60
const MAX_TEXT_LENGTH = 600

/** The reminder of an enquiry: who waits, for how long, and who is assigned. */
export function reminderMail(enquiry: UnansweredEnquiry, siteUrl: string | undefined): Omit<Mail, 'to'> {
  const { name, message, takenBy, createdAt } = enquiry
  const hours = Math.floor((Date.now() - createdAt.getTime()) / HOUR_MS)
  const who = oneLine(name, MAX_SUBJECT_LENGTH)
  const words = manyLines(message ?? '', MAX_TEXT_LENGTH)
  const replyTo = replyAddress(enquiry.email)
  const taker = takenBy === null ? 'It is assigned to nobody.' : `It is assigned to ${oneLine(takenBy)}.`
  return {
    subject: `${who} has waited ${hours} hours for an answer`,
    ...writeMail({
      title: `${who} still waits for an answer`,
      preview: `${hours} hours. ${taker}`,
      body: [
        paragraph(`This enquiry came ${hours} hours ago and is not marked as answered. ${taker}`, 20),
        facts(contactFacts(enquiry)),
        ...(words ? [quote(words)] : []),
        ...(siteUrl ? [button('Open the enquiry', new URL(`/dashboard/enquiries/${enquiry.id}`, siteUrl).href)] : []),
      ],
      foot: `${replyTo ? 'Answer this mail to write to the visitor. ' : ''}Mark it as answered, or as something else, and nobody is reminded of it.`,
    }),
    ...(replyTo !== undefined && { replyTo }),
  }
}

/** The reminder of suspicious messages, with the rule that each broke. */
export function setAsideReminder(
  enquiries: readonly UnansweredEnquiry[],
  siteUrl: string | undefined,
): Omit<Mail, 'to'> {
  const title =
    enquiries.length === 1
      ? '1 message that may be spam still waits'
      : `${enquiries.length} messages that may be spam still wait`
  return {
    subject: title,
    ...writeMail({
      title,
      preview: enquiries.map(({ name }) => oneLine(name, MAX_SUBJECT_LENGTH)).join(' · '),
      body: [
        paragraph('They look like the work of a robot, and nobody has looked at them for twenty hours:'),
        ...enquiries.map(suspiciousMessagePart),
        ...(siteUrl
          ? [button('Open what may be spam', new URL('/dashboard/enquiries?view=perhaps-spam', siteUrl).href)]
          : []),
      ],
      foot: 'Mark each as spam, or as something else, and nobody is reminded of it. This comes once a day at most.',
    }),
  }
}
