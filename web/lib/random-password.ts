/** The signs a password is made of, by kind; a generated one has at least one of each kind. */
export const passwordKinds = {
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  lower: 'abcdefghijklmnopqrstuvwxyz',
  digits: '0123456789',
  symbols: '!@#$%^&*',
}

/**
 * A password of so many signs, each equally likely. One that lacks a kind is thrown away as a whole: putting the kind
 * in afterwards would make some passwords likelier than others.
 */
export function randomPassword(length: number, kinds: readonly string[] = Object.values(passwordKinds)): string {
  const signs = kinds.join('')
  for (;;) {
    const password = Array.from({ length }, () => randomSign(signs)).join('')
    if (kinds.every((kind) => [...kind].some((sign) => password.includes(sign)))) return password
  }
}

/** Numbers beyond the last whole multiple are drawn again: by the remainder alone the first signs would come oftener. */
function randomSign(signs: string): string {
  const fair = 256 - (256 % signs.length)
  for (;;) {
    const [drawn = fair] = crypto.getRandomValues(new Uint8Array(1))
    if (drawn < fair) return signs.charAt(drawn % signs.length)
  }
}
