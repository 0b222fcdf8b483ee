import type { Mail } from '../_shared/mail.ts'
import { details, mailPage, quote } from './mail-page.ts'
import { escapeHtml, manyLines, oneLine, quoted } from './mail-words.ts'

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
  const { name, businessName, email, phone, service } = message
  const words = manyLines(message.message ?? '')
  const canBeAnswered = isPlainAddress(email)
  const foot = canBeAnswered
    ? 'Answer this mail to write to the visitor.'
    : 'To answer, copy the address with care: it is an unusual one, so this mail cannot be answered.'
  return {
    subject: `New message from ${oneLine(name, MOST_IN_SUBJECT)}, ${oneLine(businessName, MOST_IN_SUBJECT)}`,
    text: `${TITLE}\n\n${contactFacts(message)}\n\n${words ? quoted(words) : 'No message was left.'}\n\n${foot}\n`,
    html: mailPage({
      title: TITLE,
      preview: oneLine(words || `${name}, ${businessName}`, MOST_IN_PREVIEW),
      body:
        details([
          ['Name', escapeHtml(oneLine(name))],
          ['Business', escapeHtml(oneLine(businessName))],
          ['Email', canBeAnswered ? link(`mailto:${asUri(email)}`, email) : escapeHtml(oneLine(email))],
          ['Phone', phoneLink(oneLine(phone))],
          ['Interested in', escapeHtml(serviceName(service))],
        ]) + (words ? quote(words) : '<p style="margin:0">No message was left.</p>'),
      foot,
    }),
    ...(canBeAnswered && { replyTo: email }),
  }
}

/** Who writes and why, a line for each. */
export const contactFacts = ({ name, businessName, email, phone, service }: ContactMessage) =>
  [
    `Name: ${oneLine(name)}`,
    `Business: ${oneLine(businessName)}`,
    `Email: ${oneLine(email)}`,
    `Phone: ${oneLine(phone)}`,
    `Interested in: ${serviceName(service)}`,
  ].join('\n')

const serviceName = (service: string) => serviceNames[service] ?? oneLine(service)

// The form's own check is lenient. An address that a mail server might take for a list, or that does not look as it
// is, is shown but not replied to.
const isPlainAddress = (email: string) => /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u.test(email)

const asUri = (email: string) => email.split('@').map(encodeURIComponent).join('@')

/** For a thumb on a phone. */
function phoneLink(phone: string): string {
  const number = phone.replaceAll(/[^+\d]/g, '')
  return /^\+?\d{3,}$/.test(number) ? link(`tel:${number}`, phone) : escapeHtml(phone)
}

const link = (address: string, words: string) =>
  `<a href="${escapeHtml(address)}" style="color:#a32713">${escapeHtml(words)}</a>`
