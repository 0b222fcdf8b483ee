import { countCharacters } from '../../lib/count-characters.ts'
import { firstCharacters } from '../../lib/first-characters.ts'
import { siteName } from '../../lib/site-name.ts'
import type { Enquiry } from './enquiry.ts'

/** The query parameter of an enquiry that is being answered just now. */
export const REPLY = 'reply'

/** Quotes a text line by line, as mail programs do. */
export const quoted = (text: string) =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** Mail programs limit the length of a link; a longer message is cut, with a note that says so. */
const MAX_QUOTED = 1500

/** A mailto: link to the sender, with their message quoted below the place for the answer. */
export function replyLink({ name, email, message }: Pick<Enquiry, 'name' | 'email' | 'message'>): string {
  const question = message?.trim() ?? ''
  const shown = countCharacters(question) > MAX_QUOTED ? `${firstCharacters(question, MAX_QUOTED)} […]` : question
  const body = [`Hello ${name},`, '', '', ...(shown === '' ? [] : ['', 'You wrote:', quoted(shown)])].join('\n')
  // Line ends of a mail are CR LF (RFC 6068), and some programs would read a plus in the address as a space.
  const text = encodeURIComponent(body.replaceAll('\n', '\r\n'))
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(`Your enquiry to ${siteName()}`)}&body=${text}`
}
