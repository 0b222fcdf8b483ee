/** A typed amount: parsed, ambiguous (thousands separator or decimal point), or unreadable. */
export type ParsedAmount =
  | { amount: number }
  | { either: readonly [thousands: number, decimals: number] }
  | 'unreadable'

/**
 * Parses an amount of money in any country's notation: `1.250,00`, `1 250`, `1'250.–`, `$1,250.00`, `€ 1.250,-`,
 * `(1,250)`, `1.2k`, `1,00,000`, with digits and minus signs of any script. The currency is ignored. `1,250` is over a
 * thousand, since amounts have no three decimals; `1.250` is ambiguous.
 */
export function parseAmount(text: string): ParsedAmount {
  const { isNegative, figures, factor, isWhole } = taken(text)
  const read = readFigures(figures)
  if (read === 'unreadable') return read
  // Rounds away floating-point noise: 1.1 times 1,000 is 1100.0000000000002.
  const whole = (number: number) => Number((number * factor * (isNegative ? -1 : 1)).toFixed(6))
  if ('amount' in read) return { amount: whole(read.amount) }
  if (isWhole) return { amount: whole(read.either[0]) }
  return { either: [whole(read.either[0]), whole(read.either[1])] }
}

/** Separates the digits of an amount from signs, brackets, currencies and multipliers. */
function taken(text: string): { isNegative: boolean; figures: string; factor: number; isWhole: boolean } {
  const plain = ascii(text)
  const inBrackets = /^\((.*)\)$/.exec(plain)?.[1]
  const bare = withoutCurrency((inBrackets ?? plain).trim())
  const [, before, core = '', after] = /^(-?)\s*(.*?)\s*(-?)$/.exec(withoutNoCents(bare)) ?? []
  const [, figures = '', suffix = ''] = /^(.*?)\s*([km]?)$/i.exec(withoutCurrency(core)) ?? []
  const bareFigures = withoutCurrency(figures)
  const factors: Record<string, number> = { k: 1000, m: 1_000_000 }
  return {
    isNegative: inBrackets !== undefined || before === '-' || after === '-',
    figures: withoutNoCents(bareFigures),
    factor: factors[suffix.toLowerCase()] ?? 1,
    isWhole: NO_CENTS.test(bare) || NO_CENTS.test(bareFigures),
  }
}

/** Converts digits, blanks, apostrophes and minus signs of any script to ASCII, and removes invisible characters. */
const ascii = (text: string) =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/[’‘`´ʼ′٬]/g, "'")
    .replace(/٫/g, ',')
    .replace(/[−–—‒﹣]/g, '-')
    .normalize('NFKC')
    .replace(/(?!\d)\p{Nd}/gu, figureOf)
    .replace(/\s/g, ' ')
    .trim()

/** Converts a digit of any script to ASCII; Unicode lists the digits of each script consecutively, from zero. */
function figureOf(letter: string): string {
  let value = 0
  const code = letter.codePointAt(0) ?? 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

/** Notations for "no cents": `1250,-`, `1250.--`, the Swedish `1250:-` and the Indian `1250/-`. */
const NO_CENTS = /(?<=\d)\s?[.,:/]\s?-{1,2}$/

const withoutNoCents = (text: string) => text.replace(NO_CENTS, '').trim()

const NAMES = [
  ...Intl.supportedValuesOf('currency'),
  ...[
    'kr',
    'kč',
    'zł',
    'fr',
    'sfr',
    'rs',
    'lei',
    'ft',
    'euro',
    'euros',
    'dollar',
    'dollars',
    'руб',
    'лв',
    '円',
    '元',
    '원',
    'rm',
    'rp',
    'tl',
    'r',
  ],
].join('|')
const DOLLARS = '(?:US|AU?|CA?|NZ|HK|S|R|MX|TW)?\\p{Sc}(?:\\s?(?:US|AU|CA|NZ))?'
const SIGN = `(?:${DOLLARS}|(?:${NAMES})\\.?)`
const CURRENCY = new RegExp(`^(-?)\\s*${SIGN}(?!\\p{L})\\s*|\\s*(?<!\\p{L})${SIGN}(-?)$|\\s*\\p{Sc}$`, 'giu')

const withoutCurrency = (text: string) => text.replace(CURRENCY, '$1$2').trim()

/** Parses the digits of an amount with their separators. */
function readFigures(figures: string): ParsedAmount {
  if (/^\d+(\.\d+)?e[+-]?\d{1,2}$/i.test(figures)) return { amount: Number(figures) }
  if (!/^\d*(?:[.,' _]\d+)*[.,]?$/.test(figures) || !/\d/.test(figures)) return 'unreadable'
  const groups = figures.split(/[.,' _]/)
  const marks = figures.match(/[.,' _]/g) ?? []
  const [last, ...others] = marks.toReversed()
  if (last === undefined) return { amount: Number(figures) }
  const wholes = groups.slice(0, -1)
  const decimals = { amount: Number(`${wholes.join('') || 0}.${groups.at(-1)}`) }
  const thousands = isGrouped(groups, marks[0]) ? { amount: Number(groups.join('')) } : undefined
  const canBeDecimal = last === '.' || last === ','
  if (others.length === 0) {
    if (thousands && last === '.') return { either: [thousands.amount, decimals.amount] }
    return thousands ?? (canBeDecimal ? decimals : 'unreadable')
  }
  if (others.every((mark) => mark === last)) return thousands ?? 'unreadable'
  const isOneOther = others.every((mark) => mark === others[0] && mark !== last)
  return isOneOther && canBeDecimal && isGrouped(wholes, marks[0]) ? decimals : 'unreadable'
}

/** Whether the digits of an amount are grouped in threes, or as in India: the last three, and pairs before them. */
function isGrouped([first = '', ...more]: readonly string[], mark: string | undefined): boolean {
  const inThrees = more.every((group) => group.length === 3) && first.length <= 3
  const inTwos =
    mark === ',' &&
    more.at(-1)?.length === 3 &&
    more.slice(0, -1).every((group) => group.length === 2) &&
    first.length <= 2
  return more.length > 0 && /^[1-9]/.test(first) && (inThrees || inTwos)
}
