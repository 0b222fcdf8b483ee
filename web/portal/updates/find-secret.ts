/** A kind of secret that must not be sent to a client; the name follows "This looks like". */
export type Secret = 'a password' | 'a key' | 'a card number'

const keys = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(sk|pk|rk)_(live|test)_\w{10,}/,
  /\bgh[pousr]_\w{20,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bxox[abprs]-[\w-]{10,}/,
  /\bAIza[\w-]{30,}/,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]+/,
]

const named =
  /\b(pass(?:word|phrase|code|wort)?|pwd|pw|pin|kennwort|api[ _-]?key|secret|token)\b\s*(?:is|ist|[:=])\s*(\S+)(?=(\s|$))/giu

/** Matches a user name and a password in an address. */
const inAddress = /\bhttps?:\/\/[^\s/:@]+:[^\s/@]+@/i

/** Matches letters of both cases and digits, longer than any word; addresses are removed before. */
const random = /(?<![\w-])(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])(?=[\w+/-]*\d)[\w+/-]{24,}={0,2}/

/** Finds the first secret in a text, with few false alarms: the word "password" alone is none. */
export function findSecret(text: string): Secret | undefined {
  if (inAddress.test(text) || [...text.matchAll(named)].some(([, , value = '']) => looksMadeUp(value)))
    return 'a password'
  const withoutAddresses = text.replaceAll(/\bhttps?:\/\/\S+/gi, ' ')
  if (keys.some((key) => key.test(text)) || random.test(withoutAddresses)) return 'a key'
  const numbers = withoutAddresses.match(/(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g) ?? []
  return numbers.some(isCardNumber) ? 'a card number' : undefined
}

/** Whether a value is no word of a sentence: it has a digit, a sign, or letters of both cases in the middle. */
function looksMadeUp(value: string): boolean {
  const bare = value.replace(/^["'“‘(]+|["'”’).,;:!?]+$/g, '')
  return bare.length >= 4 && /\d|[^\p{L}\d'’-]|\p{Ll}\p{Lu}/u.test(bare)
}

/** Checks the check digit (ISO/IEC 7812-1). */
function isCardNumber(written: string): boolean {
  const digits = [...written.replaceAll(/\D/g, '')].map(Number).toReversed()
  const sum = digits.reduce((sum, digit, place) => {
    const counted = place % 2 === 0 ? digit : digit * 2
    return sum + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return new Set(digits).size > 1 && sum % 10 === 0
}
