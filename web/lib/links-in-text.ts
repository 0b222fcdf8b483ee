import { isEmailAddress } from './email-address.ts'
import { webLink } from './web-link.ts'

/** A part of a text; a part with `href` is a link. */
export type TextPart = { text: string; href?: string }

/**
 * Finds web and email addresses in a text. An address ends before the punctuation of the sentence around it, and before
 * the closing bracket of one opened in front of it.
 */
export function splitAtLinks(text: string): TextPart[] {
  const pieces: TextPart[] = []
  let rest = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found)
    const href = hrefOf(address)
    if (href === undefined) continue
    if (index > rest) pieces.push({ text: text.slice(rest, index) })
    pieces.push({ text: address, href })
    rest = index + address.length
  }
  if (rest < text.length) pieces.push({ text: text.slice(rest) })
  return pieces
}

/** A delimiter after which another web address follows without a blank. */
const SEPARATED = '[,;|]{1,3}(?:https?://|www\\.)'
/** Characters of a web address: no blanks, no quotation marks, no Chinese or Japanese sentence punctuation. */
const SIGN = '[^\\s\\p{C}<>"`“”„«»‹›\\u3000-\\u303F（），．：；！？｡]'
const ADDRESS = new RegExp(
  `(?:https?://|[\\w.@-]{0,64}\\bwww\\.)(?:(?!${SEPARATED})${SIGN})+|mailto:${SIGN}+|[^\\s\\p{C}<>()[\\]",;:|@]{1,64}@[^\\s\\p{C}<>()[\\]",;:|@]+`,
  'giu',
)

/** Punctuation that ends a sentence in any script, and Markdown's emphasis. */
const PUNCTUATION = /[.,;:!?'*|]|(?![\x20-\x7E])\p{P}/u

const BRACKETS = ['()', '[]', '{}'] as const

/** Strips trailing punctuation character by character: a regular expression would take quadratic time on long runs. */
function withoutPunctuation(address: string): string {
  const count = (sign: string) => address.split(sign).length
  const unopened = new Map(BRACKETS.map(([opener = '', closer = '']) => [closer, count(closer) - count(opener)]))
  for (let end = address.length; ; end--) {
    const last = address.charAt(end - 1)
    const closers = unopened.get(last) ?? 0
    if (closers > 0) unopened.set(last, closers - 1)
    else if (!PUNCTUATION.test(last)) return address.slice(0, end)
  }
}

function hrefOf(address: string): string | undefined {
  if (/^https?:/i.test(address)) return webLink(address) && address
  if (/^www\.[^.]+\../i.test(address)) return webLink(address) && `https://${address}`
  const [, linked] = /^mailto:([^?]*)/i.exec(address) ?? []
  const mailbox = linked ?? address
  if (!isEmailAddress(mailbox) || !/@.+\./.test(mailbox)) return undefined
  return linked === undefined ? `mailto:${encodeURI(mailbox).replaceAll('?', '%3F')}` : address
}
