import type { Mail } from '../../mail.ts'
import { facts, paragraph, quote, writeMail } from '../../mail-layout.ts'
import { manyLines, oneLine } from '../../mail-words.ts'
import { replyAddress } from '../../reply-to.ts'
import {
  COPY_THE_ADDRESS,
  type ContactMessage,
  contactFacts,
  type SuspiciousMessage,
  suspiciousMessagePart,
} from '../about-enquiry.ts'

const FROM_WEBSITE = 'A new message from the website'
const FROM_ELSEWHERE = 'A new enquiry'
const MAX_SUBJECT_LENGTH = 60
const MAX_PREVIEW_LENGTH = 120

/** The mail to the agency about a visitor's message; replying to it replies to the visitor. */
export function contactMail(message: ContactMessage): Omit<Mail, 'to'> {
  const { name, businessName, email, cameBy } = message
  const who = [name, businessName].filter((one) => one !== '')
  const words = manyLines(message.message ?? '')
  const replyTo = replyAddress(email)
  const foot = replyTo
    ? `Answer this mail to write to ${cameBy === undefined ? 'the visitor' : 'them'}.`
    : email === ''
      ? 'They left no email address, so this mail cannot be answered: call them.'
      : COPY_THE_ADDRESS
  return {
    subject: `New message from ${who.map((one) => oneLine(one, MAX_SUBJECT_LENGTH)).join(', ')}`,
    ...writeMail({
      title: cameBy === undefined ? FROM_WEBSITE : FROM_ELSEWHERE,
      preview: oneLine(words || who.join(', '), MAX_PREVIEW_LENGTH),
      body: [facts(contactFacts(message)), words ? quote(words) : paragraph('No message was left.')],
      foot,
    }),
    ...(replyTo !== undefined && { replyTo }),
  }
}

const FOOT = 'They are stored like every other message. If one is from a person, write to the address it gives.'

/** One mail about all suspicious messages; it has no Reply-To. */
export function suspiciousMessagesMail(messages: readonly SuspiciousMessage[]): Omit<Mail, 'to'> {
  const title = messages.length === 1 ? '1 message kept apart' : `${messages.length} messages kept apart`
  return {
    subject: `[Suspicious] ${title}`,
    ...writeMail({
      title,
      preview: FOOT,
      body: [paragraph('What came in and looks like the work of a robot:'), ...messages.map(suspiciousMessagePart)],
      foot: FOOT,
    }),
  }
}
