import { toVisibleLine } from './visible-text.ts'

/**
 * The `tel:` link for the first number in a phone field: international if the text gives the country, else as dialed
 * locally, since the country is not guessed. Undefined if nothing can be dialed. No library does this: those that know
 * all countries' numbers are too heavy for a public page, and read no labels.
 */
export function callLink(typed: string): string | undefined {
  if (typed.length > MAX_INPUT_LENGTH) return undefined
  const parts = partsOf(typed)
  const isAlone = parts.filter((part) => countDigits(part) > 0).length === 1
  for (const part of parts) {
    // Fax numbers are skipped, since nobody wants to dial one.
    const link = FAX.test(part) ? undefined : linkOf(part, isAlone)
    if (link !== undefined) return link
  }
  return undefined
}

const MAX_INPUT_LENGTH = 200
const FAX = /fax|faks|факс|φαξ|فاكس|传真|傳真|ファ(?:ックス|クス)|팩스/i
const EXTENSION = '(?:ext(?:ension|n)?|x|dw|durchwahl|poste|#)'
const TEL_OR_FAX = /\b(tel(?:ephone|efon)?|phone)\.? ?[/&+] ?(?:tele)?fax/gi
const BEFORE_EXTENSION = new RegExp(`[,;] ?(?=${EXTENSION}[ .:=]*\\d)`, 'gi')
/** Matches opening times such as "24/7", "24h", the French "7j/7", which are no phone numbers. */
const ALWAYS = /(^|[^\d .-] ?)\b(?:(?:24|7) ?[hj]?\/ ?(?:24|7)[hj]?|24 ?h(?:rs?|ours?)?)\b/gi
const BEFORE_PLUS = /(\d\d\)?)[ (]+(?=\+)/g
const BEFORE_LABEL = new RegExp(`((?:\\d|-)\\d\\)?) +(?=(?!${EXTENSION})\\p{L}{2,}[.:]* ?[+(\\d])`, 'giu')
const SEPARATOR = /[;|,&·•]+|\b(?:or|oder|ou|and|und|et)\b|(?=\/)/i

/** Splits a phone field into numbers with their labels. A slash separates two numbers only if the first is complete. */
function partsOf(typed: string): string[] {
  const text = toVisibleLine(withAsciiDigits(typed.replaceAll(/[\r\n]+/g, ';')))
    .replace(ALWAYS, '$1')
    .replace(TEL_OR_FAX, '$1')
    .replace(BEFORE_EXTENSION, ' ')
    .replace(BEFORE_PLUS, '$1;')
    .replace(BEFORE_LABEL, '$1;')
  const parts: string[] = []
  for (const next of text.split(SEPARATOR)) {
    const last = parts.at(-1) ?? ''
    const isAreaCode = next.startsWith('/') && countDigits(last) > 0 && countDigits(last) < 7
    if (isAreaCode) parts.splice(-1, 1, last + next)
    else parts.push(next)
  }
  return parts
}

/** Labels before a number, such as "Mobile:", "Line 2:", "Since 2012:". */
const LABEL = /^[^:\d]*(?:\d?|\d{4})[^:\d]*:/
const NUMBER = /\+?[ ([]*\+?[ ([]*\d(?:[ ()[\].\-‐-―/]*\d)*/
const AN_EXTENSION = new RegExp(`^[ (]*${EXTENSION}[ .:=]*(\\d{1,7})`, 'i')
/** A vanity word in a phone number, as in "1-800-FLOWERS": in capitals, or joined to the digits. */
const WORD = /^\)?(?:[-. ]*[A-Z](?:[-. ]?[A-Z\d])+|-[a-z](?:-?[a-z\d])+)/

function linkOf(part: string, isAlone: boolean): string | undefined {
  const text = part.replace(LABEL, '')
  const [dialled] = NUMBER.exec(text) ?? []
  // Phone numbers that start with a star are network services, so they get no link.
  if (dialled === undefined || text.trim().startsWith('*')) return undefined
  const rest = text.slice(text.indexOf(dialled) + dialled.length)
  const [word = ''] = countDigits(dialled) < 7 && !AN_EXTENSION.test(rest) ? (WORD.exec(rest) ?? []) : []
  const [, extension] = AN_EXTENSION.exec(rest.slice(word.length)) ?? []
  const number = international(word === '' ? dialled : vanityToDigits(dialled, word))
  // A short phone number is complete only if no other digits are near it.
  const isWhole = countDigits(text) === countDigits(dialled) + countDigits(extension ?? '')
  // Three or four digits beside another number are opening hours, or the start of a vanity word.
  const leastWhole = isAlone ? 3 : 5
  const least = number.startsWith('+') || !isWhole ? 7 : leastWhole
  const most = number.startsWith('+') ? 15 : 13
  if (countDigits(number) < least || countDigits(number) > most) return undefined
  return `tel:${number}${extension === undefined ? '' : `;ext=${extension}`}`
}

const KEYS = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']

/** Converts a vanity word to digits. North American words may be longer than the number. */
function vanityToDigits(dialled: string, word: string): string {
  const keyOf = (letter: string) => String(2 + KEYS.findIndex((letters) => letters.includes(letter)))
  const number = dialled + word.toUpperCase().replace(/[A-Z]/g, keyOf)
  const digits = number.replace(/[^\d+]/g, '')
  return /^\+?1[2-9]/.test(digits) ? digits.slice(0, digits.indexOf('1') + 11) : number
}

/** International prefixes: of most countries, of Australia, of North America. */
const DIALLED_FOR_PLUS = /^[ (]*(?:00(?:11)?(?=\D*[1-9](?:\D*\d){6})|011(?=\D*[1-9](?:\D*\d){9}))/
/**
 * Country codes of one, two and three digits, except those of Italy and others where a leading 0 is part of the number.
 */
const COUNTRY =
  '[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[078]|9[679])\\d'
/** The trunk prefix 0, which is dialed only within a country. */
const TRUNK_ZERO = new RegExp(`^(\\+(?!39|378|379|225|241|242)(?:${COUNTRY}))0(?=\\d)`)

function international(dialled: string): string {
  const number = dialled.replace(DIALLED_FOR_PLUS, '+')
  const digits = number.replace(/\D/g, '')
  return /^[ ([]*\+/.test(number) ? `+${digits}`.replace(TRUNK_ZERO, '$1') : digits
}

const countDigits = (text: string) => text.replace(/\D/g, '').length

/** Converts digits of any script to ASCII; Unicode lists the digits of each script consecutively, from zero. */
const withAsciiDigits = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0
    const code = zero
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String(code - zero)
  })
