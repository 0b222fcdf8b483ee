/** Characters of passwords by kind; a generated password has at least one of each kind. */
export const passwordKinds = {
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  lower: 'abcdefghijklmnopqrstuvwxyz',
  digits: '0123456789',
  symbols: '!@#$%^&*',
}

/**
 * Generates a password in which each character is equally likely. One that lacks a kind is discarded: inserting the
 * kind afterwards would favor some passwords.
 */
export function randomPassword(length: number, kinds: readonly string[] = Object.values(passwordKinds)): string {
  const signs = kinds.join('')
  for (;;) {
    const password = Array.from({ length }, () => randomSign(signs)).join('')
    if (kinds.every((kind) => [...kind].some((sign) => password.includes(sign)))) return password
  }
}

/**
 * Picks a random character. Bytes beyond the last whole multiple are rejected: their remainder would favor the first
 * characters.
 */
function randomSign(signs: string): string {
  const fair = 256 - (256 % signs.length)
  for (;;) {
    const [drawn = fair] = crypto.getRandomValues(new Uint8Array(1))
    if (drawn < fair) return signs.charAt(drawn % signs.length)
  }
}
