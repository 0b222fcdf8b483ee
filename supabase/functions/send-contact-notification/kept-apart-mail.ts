import type { Mail } from '../_shared/mail.ts'
import { type ContactMessage, contactFacts } from './contact-mail.ts'
import { mailPage, quote } from './mail-page.ts'
import { escapeHtml, manyLines, quoted } from './mail-words.ts'

export type SuspiciousMessage = ContactMessage & { suspicions: readonly string[] }

/** What the database found, in words. */
const reasons: Record<string, string> = {
  trap: 'filled in a field that people do not see',
  links: 'has many links, or one in the name',
  address: 'one of many from the same sender within an hour',
  volume: 'came while very many messages came in',
}

const MOST_WORDS = 600
const FOOT = 'They are stored like every other message. If one is from a person, write to the address it gives.'

/** The messages that look like a robot's, told in one mail, which answers to nobody. */
export function keptApartMail(messages: readonly SuspiciousMessage[]): Omit<Mail, 'to'> {
  const title = messages.length === 1 ? '1 message kept apart' : `${messages.length} messages kept apart`
  const intro = 'What came through the contact form and looks like the work of a robot:'
  return {
    subject: `[Suspicious] ${title}`,
    text: `${title}\n\n${intro}\n\n${messages.map(asText).join('\n\n')}\n\n${FOOT}\n`,
    html: mailPage({
      title,
      preview: FOOT,
      body: `<p style="margin:0">${intro}</p>${messages.map(asHtml).join('')}`,
      foot: FOOT,
    }),
  }
}

const asText = (message: SuspiciousMessage) =>
  [`Why: ${why(message)}`, contactFacts(message), ...shortened(message).map(quoted)].join('\n')

const asHtml = (message: SuspiciousMessage) =>
  `<div style="margin:20px 0 0;padding:20px 0 0;border-top:1px solid #ddd3bf"><p style="margin:0;font-weight:700">${why(message)}</p>` +
  `<p dir="auto" style="margin:0;white-space:pre-wrap">${escapeHtml(contactFacts(message))}</p>${shortened(message).map(quote).join('')}</div>`

const why = ({ suspicions }: SuspiciousMessage) =>
  suspicions.flatMap((suspicion) => reasons[suspicion] ?? []).join('; ')

const shortened = ({ message }: SuspiciousMessage) => {
  const words = manyLines(message ?? '', MOST_WORDS)
  return words ? [words] : []
}
