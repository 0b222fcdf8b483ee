import { callLink } from '../_shared/call-link.ts'
import { isEmailAddress } from '../_shared/email-address.ts'
import type { Mail } from '../_shared/mail.ts'
import { type Fact, facts, paragraph, quote, writeMail } from '../_shared/mail-layout.ts'
import { manyLines, oneLine } from '../_shared/mail-words.ts'

export type ContactMessage = {
  name: string
  businessName: string
  email: string
  phone: string
  service: string
  message: string | null
}

const serviceNames: Record<string, string> = {
  website: 'Website Development',
  marketing: 'Digital Marketing',
  ai: 'AI Automation',
  design: 'Graphic Design',
  other: 'Something else',
}

const TITLE = 'A new message from the website'
const MOST_IN_SUBJECT = 60
const MOST_IN_PREVIEW = 120

/** What the agency reads about a visitor's message; answering it answers the visitor. */
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

/** Who writes and why. Links are for a thumb on a phone. */
export const contactFacts = ({ name, businessName, email, phone, service }: ContactMessage): Fact[] => [
  { name: 'Name', value: oneLine(name) },
  { name: 'Business', value: oneLine(businessName) },
  { name: 'Email', value: oneLine(email), href: isPlainAddress(email) ? `mailto:${asUri(email)}` : undefined },
  { name: 'Phone', value: oneLine(phone), href: callLink(phone) },
  { name: 'Interested in', value: serviceNames[service] ?? oneLine(service) },
]

// Nor one without a dot in its domain, for which services of mails refuse the whole mail.
export const isPlainAddress = (email: string) => isEmailAddress(email) && /@.+\./.test(email)

const asUri = (email: string) => email.split('@').map(encodeURIComponent).join('@')
