import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'

/** The prefix of a link's token when the link was requested with PKCE. */
const PKCE_PREFIX = 'pkce_'
/** The length of GoTrue's tokens, which projects expect in the link. */
const LINK_BYTES = 28

/** A code for typing, the token of the link beside it, and the hashes that the database stores of both. */
export type OneTimeCode = { code: string; link: string; kept: StoredCode }

export type StoredCode = { linkHash: string; codeHash: string }

/** Creates and checks codes. Their hashes are keyed with a secret of the server. */
export class OneTimeCodes {
  readonly #secret: Uint8Array

  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  /** Creates a code with this number of digits for this address. */
  create(address: string, digits: number, { pkce = false } = {}): OneTimeCode {
    return this.of(address, String(randomInt(10 ** digits)).padStart(digits, '0'), { pkce })
  }

  /** Does the same as `create`, with a given code. */
  of(address: string, code: string, { pkce = false } = {}): OneTimeCode {
    const link = `${pkce ? PKCE_PREFIX : ''}${randomBytes(LINK_BYTES).toString('hex')}`
    return { code, link, kept: { linkHash: hashLink(link), codeHash: this.hash(address, code) } }
  }

  /** The address is hashed in lower case, so that another spelling gives the same hash. */
  hash(address: string, code: string): string {
    return createHmac('sha256', this.#secret).update(`${address.toLowerCase()} ${code}`).digest('hex')
  }
}

/**
 * Only the hash is stored, so that reading the database does not open the link. A fast hash is enough for 224 random
 * bits.
 */
export const hashLink = (link: string) => createHash('sha256').update(link).digest('hex')

export const isPkce = (link: string) => link.startsWith(PKCE_PREFIX)
