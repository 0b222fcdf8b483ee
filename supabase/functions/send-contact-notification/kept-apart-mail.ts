import type { Mail } from '../_shared/mail.ts'
import { facts, type Piece, paragraph, quote, writeMail } from '../_shared/mail-layout.ts'
import { escapeHtml, manyLines } from '../_shared/mail-words.ts'
import { type ContactMessage, contactFacts } from './contact-mail.ts'

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

/** A message that links to nothing. */
export function keptApart(message: SuspiciousMessage): Piece {
  const who = facts(contactFacts(message)).text
  const words = manyLines(message.message ?? '', MOST_WORDS)
  const said = words ? [quote(words)] : []
  return {
    html:
      `<div style="margin:20px 0 0;padding:20px 0 0;border-top:1px solid #ddd3bf"><p style="margin:0;font-weight:700">${why(message)}</p>` +
      `<p dir="auto" style="margin:0;white-space:pre-wrap">${escapeHtml(who)}</p>${said.map(({ html }) => html).join('')}</div>`,
    text: [`Why: ${why(message)}`, who, ...said.map(({ text }) => text)].join('\n'),
  }
}

const why = ({ suspicions }: SuspiciousMessage) =>
  suspicions.flatMap((suspicion) => reasons[suspicion] ?? []).join('; ')
