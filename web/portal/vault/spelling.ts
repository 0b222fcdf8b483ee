/** One sign of a password, with the word for it at the telephone. */
export type Sign = { sign: string; word: string; kind: 'letter' | 'digit' | 'symbol' }

/** The alphabet of the ICAO, as it is spelled on the radio. */
const letters =
  'Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu'.split(
    ' ',
  )

const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

const symbols: Record<string, string> = {
  ...{ ' ': 'space', '!': 'exclamation', '"': 'double quote', '#': 'hash', $: 'dollar', '%': 'percent' },
  ...{ '&': 'ampersand', "'": 'apostrophe', '(': 'open bracket', ')': 'close bracket', '*': 'asterisk', '+': 'plus' },
  ...{ ',': 'comma', '-': 'hyphen', '.': 'dot', '/': 'slash', ':': 'colon', ';': 'semicolon', '<': 'less than' },
  ...{ '=': 'equals', '>': 'greater than', '?': 'question mark', '@': 'at', '[': 'open square bracket' },
  ...{ '\\': 'backslash', ']': 'close square bracket', '^': 'caret', _: 'underscore', '`': 'backtick' },
  ...{ '{': 'open brace', '|': 'bar', '}': 'close brace', '~': 'tilde', '\t': 'tab', '\n': 'new line' },
  ...{ '€': 'euro', '£': 'pound', '§': 'section', '°': 'degree' },
}

/** Each sign with its word: a capital's is in capitals, and what has no word goes by its number. */
export const spell = (text: string): Sign[] => Array.from(text, signOf)

function signOf(sign: string): Sign {
  const letter = letters[sign.toUpperCase().charCodeAt(0) - 65]
  if (/^[A-Z]$/.test(sign) && letter) return { sign, word: letter.toUpperCase(), kind: 'letter' }
  if (/^[a-z]$/.test(sign) && letter) return { sign, word: letter.toLowerCase(), kind: 'letter' }
  const digit = /^[0-9]$/.test(sign) ? digits[Number(sign)] : undefined
  if (digit !== undefined) return { sign, word: digit, kind: 'digit' }
  const word = symbols[sign] ?? `U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
  return { sign, word, kind: /\p{L}/u.test(sign) ? 'letter' : 'symbol' }
}
