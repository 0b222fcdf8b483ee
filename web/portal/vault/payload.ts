import { BASE64, type Bytes, fromBase64, toBase64 } from '../../lib/base64.ts'
import { ITERATIONS, SALT_BYTES } from './key-derivation-parameters.ts'

/**
 * The stored form of a secret: versioned JSON with the bytes in base64, without spaces, in this order.
 *
 *     {"v":1,"iterations":250000,"salt":"16 bytes","nonce":"12 bytes","ciphertext":"any, and a tag of 16 bytes"}
 *
 * `iterations` is stored for other programs. This one accepts no other number: an attacker who can write to the database
 * could otherwise make keys cheap to guess.
 */
export type Payload = { salt: Bytes; nonce: Bytes; ciphertext: Bytes }

export const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The stored text is not what `writePayload` writes, so nobody can open it. */
export class InvalidPayload extends Error {
  override name = 'InvalidPayload'
  constructor() {
    super('Invalid payload')
  }
}

export const writePayload = ({ salt, nonce, ciphertext }: Payload) =>
  JSON.stringify({
    v: 1,
    iterations: ITERATIONS,
    salt: toBase64(salt),
    nonce: toBase64(nonce),
    ciphertext: toBase64(ciphertext),
  })

/** Parses exactly what `writePayload` writes, and throws `InvalidPayload` for anything else. */
export function parsePayload(stored: string): Payload {
  const [, salt, nonce, ciphertext] = SHAPE.exec(stored) ?? []
  if (salt === undefined || nonce === undefined || ciphertext === undefined) throw new InvalidPayload()
  const payload = { salt: fromBase64(salt), nonce: fromBase64(nonce), ciphertext: fromBase64(ciphertext) }
  const isComplete =
    payload.salt.length === SALT_BYTES &&
    payload.nonce.length === NONCE_BYTES &&
    payload.ciphertext.length >= TAG_BYTES &&
    // Base64 can encode the same bytes in several ways; only the canonical one is accepted.
    writePayload(payload) === stored
  if (!isComplete) throw new InvalidPayload()
  return payload
}

const SHAPE = new RegExp(
  `^\\{"v":1,"iterations":${ITERATIONS},"salt":"${BASE64}","nonce":"${BASE64}","ciphertext":"${BASE64}"\\}$`,
)
