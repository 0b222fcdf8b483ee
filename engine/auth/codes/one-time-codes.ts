import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'

/** What the token of a link starts with when the link was asked for by PKCE. */
const PKCE_PREFIX = 'pkce_'
/** As many as GoTrue's hashes have, which projects expect in the link. */
const LINK_BYTES = 28

/** A code as the person reads it in the mail, the token of the link beside it, and what the database keeps of the two. */
export type OneTimeCode = { code: string; link: string; kept: KeptCode }

export type KeptCode = { linkHash: string; codeHash: string }

/** Makes codes, and tells by a secret of the server's whether one that somebody types is the one that was sent. */
export class OneTimeCodes {
  readonly #secret: Uint8Array

  constructor(secret: Uint8Array) {
    this.#secret = secret
  }

  /** A new code of so many digits for this address. */
  create(address: string, digits: number, { pkce = false } = {}): OneTimeCode {
    return this.of(address, String(randomInt(10 ** digits)).padStart(digits, '0'), { pkce })
  }

  /** As `create`, with a code that was fixed beforehand. */
  of(address: string, code: string, { pkce = false } = {}): OneTimeCode {
    const link = `${pkce ? PKCE_PREFIX : ''}${randomBytes(LINK_BYTES).toString('hex')}`
    return { code, link, kept: { linkHash: hashLink(link), codeHash: this.hash(address, code) } }
  }

  /** The address takes part in lower case: whoever types it otherwise must reach the same hash. */
  hash(address: string, code: string): string {
    return createHmac('sha256', this.#secret).update(`${address.toLowerCase()} ${code}`).digest('hex')
  }
}

/** As it is kept: nobody who reads the database can open the link. Fast, since nobody guesses 224 bits. */
export const hashLink = (link: string) => createHash('sha256').update(link).digest('hex')

export const isPkce = (link: string) => link.startsWith(PKCE_PREFIX)
