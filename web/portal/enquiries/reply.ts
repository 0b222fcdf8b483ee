import { siteName } from '../../lib/site-name.ts'
import type { Enquiry } from './enquiry.ts'

/** In the address of an enquiry: it is being answered just now. */
export const REPLY = 'reply'

/** Somebody's words as mail programs mark them, line by line. */
export const quoted = (text: string) =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** A mail program takes so much of an address; the rest of a long message is left out, and that is said. */
const MOST_QUOTED = 1500

/** Opens the mail to whoever asked, with what they wrote below the place for the answer. */
export function replyLink({ name, email, message }: Pick<Enquiry, 'name' | 'email' | 'message'>): string {
  const asked = message?.trim() ?? ''
  const shown = asked.length > MOST_QUOTED ? `${asked.slice(0, MOST_QUOTED)} […]` : asked
  const body = [`Hello ${name},`, '', '', ...(shown === '' ? [] : ['', 'You wrote:', quoted(shown)])].join('\n')
  // Line ends of a mail are CR LF (RFC 6068), and a plus in the address would be read as a space by some programs.
  const text = encodeURIComponent(body.replaceAll('\n', '\r\n'))
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(`Your enquiry to ${siteName()}`)}&body=${text}`
}
