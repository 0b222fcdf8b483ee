import { createHash, randomInt } from 'node:crypto'

/** What the token of a link starts with when the link was asked for by PKCE. */
const PKCE_PREFIX = 'pkce_'

/** A code as the person reads it in the mail, and the hash that the link carries and the database keeps. */
export type OneTimeCode = { code: string; hash: string }

/** A new code of so many digits for this address. */
export function newCode(address: string, digits: number, pkce: boolean): OneTimeCode {
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  return codeOf(address, code, pkce)
}

/** As `newCode`, with a code that was fixed beforehand. */
export const codeOf = (address: string, code: string, pkce = false): OneTimeCode => ({
  code,
  hash: `${pkce ? PKCE_PREFIX : ''}${hashCode(address, code)}`,
})

/** The address takes part in lower case: whoever types it otherwise must reach the same hash. */
export const hashCode = (address: string, code: string) =>
  createHash('sha224').update(`${address.toLowerCase()}${code}`).digest('hex')

export const isPkce = (hash: string) => hash.startsWith(PKCE_PREFIX)

/** The ways a hash may be stored: a code typed by hand is good for a link of either kind. */
export function storedForms(hash: string): string[] {
  const bare = isPkce(hash) ? hash.slice(PKCE_PREFIX.length) : hash
  return [bare, `${PKCE_PREFIX}${bare}`]
}
