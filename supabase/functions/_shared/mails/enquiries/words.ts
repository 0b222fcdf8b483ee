import type { Mail } from '../../mail.ts'
import { facts, paragraph, quote, writeMail } from '../../mail-layout.ts'
import { manyLines, oneLine } from '../../mail-words.ts'
import {
  type ContactMessage,
  contactFacts,
  isPlainAddress,
  keptApart,
  type SuspiciousMessage,
} from '../about-enquiry.ts'

const TITLE = 'A new message from the website'
const MOST_IN_SUBJECT = 60
const MOST_IN_PREVIEW = 120

/** The mail to the agency about a visitor's message; replying to it replies to the visitor. */
export function contactMail(message: ContactMessage): Omit<Mail, 'to'> {
  const { name, businessName, email } = message
  const words = manyLines(message.message ?? '')
  const canBeAnswered = isPlainAddress(email)
  const foot = canBeAnswered
    ? 'Answer this mail to write to the visitor.'
    : 'To answer, copy the address with care: it is an unusual one, so this mail cannot be answered.'
  return {
    subject: `New message from ${oneLine(name, MOST_IN_SUBJECT)}, ${oneLine(businessName, MOST_IN_SUBJECT)}`,
    ...writeMail({
      title: TITLE,
      preview: oneLine(words || `${name}, ${businessName}`, MOST_IN_PREVIEW),
      body: [facts(contactFacts(message)), words ? quote(words) : paragraph('No message was left.')],
      foot,
    }),
    ...(canBeAnswered && { replyTo: email }),
  }
}

const FOOT = 'They are stored like every other message. If one is from a person, write to the address it gives.'

/** One mail about all suspicious messages; it has no Reply-To. */
export function keptApartMail(messages: readonly SuspiciousMessage[]): Omit<Mail, 'to'> {
  const title = messages.length === 1 ? '1 message kept apart' : `${messages.length} messages kept apart`
  return {
    subject: `[Suspicious] ${title}`,
    ...writeMail({
      title,
      preview: FOOT,
      body: [
        paragraph('What came through the contact form and looks like the work of a robot:'),
        ...messages.map(keptApart),
      ],
      foot: FOOT,
    }),
  }
}
