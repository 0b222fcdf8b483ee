import { isEmailAddress } from './email-address.ts'
import { webLink } from './web-link.ts'

/** A piece of a text as it was written; with `href` it is a link. */
export type Piece = { text: string; href?: string }

/**
 * Finds the addresses of the web and of mailboxes in what somebody wrote. An address ends before the punctuation of the
 * sentence around it, and before a bracket that was opened in front of it.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
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

/** An address may follow another one without a blank. */
const SEPARATED = '[,;|]{1,3}(?:https?://|www\\.)'
/** Neither blanks nor quotation marks stand in an address, nor what ends a sentence in Chinese and Japanese. */
const SIGN = '[^\\s\\p{C}<>"`“”„«»‹›\\u3000-\\u303F（），．：；！？｡]'
const ADDRESS = new RegExp(
  `(?:https?://|[\\w.@-]{0,64}\\bwww\\.)(?:(?!${SEPARATED})${SIGN})+|mailto:${SIGN}+|[^\\s\\p{C}<>()[\\]",;:|@]{1,64}@[^\\s\\p{C}<>()[\\]",;:|@]+`,
  'giu',
)

/** What ends a sentence in any script, and what Markdown puts around its words. */
const PUNCTUATION = /[.,;:!?'*|]|(?![\x20-\x7E])\p{P}/u

const BRACKETS = ['()', '[]', '{}'] as const

/** Sign by sign from the end: an expression for all of them would look through a row of signs again from each of its places. */
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
