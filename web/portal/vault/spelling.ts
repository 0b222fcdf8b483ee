/** A character of a password with its spelling word. */
export type SpelledCharacter = { sign: string; word: string; kind: 'letter' | 'digit' | 'symbol' }

/** The ICAO spelling alphabet. */
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

/** Spells each character: the word of a capital is in capitals, and a character without a word is given by its code point. */
export const spell = (text: string): SpelledCharacter[] => Array.from(text, signOf)

function signOf(sign: string): SpelledCharacter {
  const letter = letters[sign.toUpperCase().charCodeAt(0) - 65]
  if (/^[A-Z]$/.test(sign) && letter) return { sign, word: letter.toUpperCase(), kind: 'letter' }
  if (/^[a-z]$/.test(sign) && letter) return { sign, word: letter.toLowerCase(), kind: 'letter' }
  const digit = /^[0-9]$/.test(sign) ? digits[Number(sign)] : undefined
  if (digit !== undefined) return { sign, word: digit, kind: 'digit' }
  const word = symbols[sign] ?? `U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
  return { sign, word, kind: /\p{L}/u.test(sign) ? 'letter' : 'symbol' }
}
