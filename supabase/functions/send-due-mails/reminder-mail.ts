import type { Mail } from '../_shared/mail.ts'
import { button, facts, paragraph, quote, writeMail } from '../_shared/mail-layout.ts'
import { manyLines, oneLine } from '../_shared/mail-words.ts'
import { type ContactMessage, contactFacts } from '../send-contact-notification/contact-mail.ts'

export type UnansweredEnquiry = ContactMessage & { id: string; createdAt: Date; takenBy: string | null }

const HOUR_MS = 60 * 60 * 1000
const MOST_IN_SUBJECT = 60
const MOST_WORDS = 600

/** To those who answer the website: who still waits, for how long, and who took it upon themselves. */
export function reminderMail(enquiry: UnansweredEnquiry, siteUrl: string | undefined): Omit<Mail, 'to'> {
  const { name, message, takenBy, createdAt } = enquiry
  const hours = Math.floor((Date.now() - createdAt.getTime()) / HOUR_MS)
  const who = oneLine(name, MOST_IN_SUBJECT)
  const words = manyLines(message ?? '', MOST_WORDS)
  const taker = takenBy === null ? 'Nobody has taken it yet.' : `${oneLine(takenBy)} took it.`
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
      foot: 'Mark it as answered, or as something else, and nobody is reminded of it.',
    }),
  }
}
