import { callLink } from '../call-link.ts'
import { type Fact, facts, type MailPart, quote } from '../mail-layout.ts'
import { escapeHtml, manyLines, oneLine } from '../mail-words.ts'
import { replyAddress } from '../reply-to.ts'

/** An enquiry; what nobody said is the empty text. */
export type ContactMessage = {
  name: string
  businessName: string
  email: string
  phone: string
  service: string
  message: string | null
  /** How it came, if not by the website: the name of its source, or a word such as Phone. */
  cameBy?: string | undefined
}

const serviceNames: Record<string, string> = {
  website: 'Website Development',
  marketing: 'Digital Marketing',
  ai: 'AI Automation',
  design: 'Graphic Design',
  other: 'Something else',
}

/** The sender and the topic, with links that are easy to tap on a phone. */
export const contactFacts = (message: ContactMessage): Fact[] => allFacts(message).filter(({ value }) => value !== '')

const allFacts = ({ name, businessName, email, phone, service, cameBy = '' }: ContactMessage): Fact[] => [
  { name: 'Name', value: oneLine(name) },
  { name: 'Business', value: oneLine(businessName) },
  { name: 'Email', value: oneLine(email), href: mailLink(email) },
  { name: 'Phone', value: oneLine(phone), href: callLink(phone) },
  { name: 'Interested in', value: serviceNames[service] ?? oneLine(service) },
  { name: 'Came by', value: oneLine(cameBy) },
]

const mailLink = (email: string) => {
  const address = replyAddress(email)
  return address && `mailto:${address.split('@').map(encodeURIComponent).join('@')}`
}

/** The foot of a mail whose recipient cannot simply answer it. */
export const COPY_THE_ADDRESS =
  'To answer, copy the address with care: it is an unusual one, so this mail cannot be answered.'

export type SuspiciousMessage = ContactMessage & { suspicions: readonly string[] }

/** The database's reasons to suspect a message, in words. */
const reasons: Record<string, string> = {
  trap: 'filled in a field that people do not see',
  links: 'has many links, or one in the name',
  address: 'one of many from the same sender within an hour',
  volume: 'came while very many messages came in',
}

const MAX_TEXT_LENGTH = 600

/** The text of a suspicious message for the mail, without links. */
export function suspiciousMessagePart(message: SuspiciousMessage): MailPart {
  const who = facts(contactFacts(message)).text
  const words = manyLines(message.message ?? '', MAX_TEXT_LENGTH)
  const said = words ? [quote(words)] : []
  return {
    html:
      `<div style="margin:20px 0 0;padding:20px 0 0;border-top:1px solid #ddd3bf"><p style="margin:0;font-weight:700">${reasonsOf(message)}</p>` +
      `<p dir="auto" style="margin:0;white-space:pre-wrap">${escapeHtml(who)}</p>${said.map(({ html }) => html).join('')}</div>`,
    text: [`Why: ${reasonsOf(message)}`, who, ...said.map(({ text }) => text)].join('\n'),
  }
}

const reasonsOf = ({ suspicions }: SuspiciousMessage) =>
  suspicions.flatMap((suspicion) => reasons[suspicion] ?? []).join('; ')
