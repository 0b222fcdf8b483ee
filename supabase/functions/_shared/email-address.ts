import { toVisibleLine } from './visible-text.ts'

/** The result of parsing a text field: an email address, or a sentence that says what is wrong. */
export type ParsedAddress = { address: string; problem?: undefined } | { address?: undefined; problem: string }

/**
 * Parses an email address as people type and paste it: with a name beside it, as a `mailto:` link, in brackets, with
 * invisible characters, followed by a separator or a full stop. The rest must be one valid address; nothing within it
 * is guessed.
 */
export function readEmailAddress(text: string): ParsedAddress {
  if (text.length > MAX_INPUT_LENGTH) return { problem: TOO_LONG }
  const bare = unwrapped(toVisibleLine(text).replaceAll('。', '.'))
  if (bare === '') return { problem: 'Enter an email address.' }
  const found = new Set(bare.toLowerCase().match(ADDRESSES)?.map(withoutQuotes))
  if (found.size > 1)
    return { problem: `Enter one email address. There are ${found.size} here: ${[...found].join(', ')}.` }
  const inBrackets = BESIDE_A_NAME.exec(bare)?.slice(1).find(Boolean)
  const address = unwrapped(inBrackets ?? bare)
    .replace(/ ?@ ?/, '@')
    .replace(/^"([^"\\]+)"@/, '$1@')
  return isEmailAddress(address) ? { address } : { problem: problemOf(address) }
}

/** Whether mail can reach the text as it is, by the rule of the tables (private.can_be_mailed). */
export function isEmailAddress(text: string): boolean {
  const [local = '', domain = ''] = text.split('@')
  return ADDRESS.test(text) && local.length <= 64 && domain.length <= 253 && text.length <= LONGEST
}

/**
 * Normalizes an address as accounts store it, with the domain in Punycode. Chrome does so in fields of the type
 * `email`, other browsers do not, and both forms mean one account.
 */
export function normalizeAccountAddress(address: string): string {
  const [local, domain] = address.split('@')
  return `${local}@${URL.parse(`http://${domain}`)?.hostname ?? domain}`
}

const LONGEST = 254
/**
 * The longest text that is searched for an address: enough for a name and an address, while whole documents would take too
 * long.
 */
const MAX_INPUT_LENGTH = 2000
const LETTER =
  'A-Za-z0-9\\u00C0-\\u061B\\u061D-\\u167F\\u1681-\\u180D\\u180F-\\u1FFF\\u2C00-\\u2DFF\\u3040-\\uD7FF\\uF900-\\uFAFF'
const WORD = `[${LETTER}!#$%&'*+/=?^_\`{|}~-]+`
const LABEL = `[${LETTER}](?:[${LETTER}-]{0,61}[${LETTER}])?`
const ADDRESS = new RegExp(`^${WORD}(?:\\.${WORD})*@(?![0-9.]+$)${LABEL}(?:\\.${LABEL})*$`)

/** Finds possible email addresses among other words. */
const ADDRESSES = /[^\s<>()[\]",;:|@]+@[^\s<>()[\]",;:|@]+/g

/** Removes quotes as in Outlook's `'ana@north.test' <ana@north.test>`. */
const withoutQuotes = (address: string) => address.replace(/^'(.+)'$/, '$1')

/** Matches `Ana North <ana@north.test>` and `ana@north.test (Ana North)`. */
const BESIDE_A_NAME = /^[^<>]*<([^<>]+)>$|^(\S+) ?\([^()]*\)$/

/** Removes what surrounded an email address where it was copied: brackets, quotes, punctuation. */
function unwrapped(text: string): string {
  const bare = text.replace(/^[\s,;]+|[\s,;.]+$/g, '')
  const [, link, label, quoted] = /^mailto: ?(.+)$|^(?:e-?)?mail: ?(.+)$|^(["'([<].*["')\]>])$/i.exec(bare) ?? []
  if (link !== undefined) return unwrapped(decoded(link.split('?')[0] ?? ''))
  if (label !== undefined) return unwrapped(label)
  return quoted !== undefined && PAIRS.includes(`${quoted.at(0)}${quoted.at(-1)}`)
    ? unwrapped(quoted.slice(1, -1))
    : bare
}

const PAIRS = ['""', "''", '()', '[]', '<>']

function decoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}

const TOO_LONG = 'This is longer than an email address can be.'
const EXAMPLE = 'Enter an email address, like name@example.com.'

function problemOf(text: string): string {
  const [local, domain, ...more] = text.split('@')
  if (!local || !domain) return EXAMPLE
  if (more.length > 0) return 'An email address has one @.'
  if (text.includes(' ')) return 'There is a space in this email address.'
  if (text.includes('..')) return 'There are two dots in a row in this email address.'
  if (/^\.|\.@|@\./.test(text)) return 'An email address can’t start with a dot or have one next to the @.'
  if (text.length > LONGEST || local.length > 64) return TOO_LONG
  const odd = [...local].find((sign) => !IN_WORD.test(sign)) ?? [...domain].find((sign) => !IN_LABEL.test(sign))
  return odd ? `“${odd}” is not allowed there in an email address.` : EXAMPLE
}

const IN_WORD = new RegExp(`^(?:${WORD}|\\.)$`)
const IN_LABEL = new RegExp(`^[${LETTER}.-]$`)
