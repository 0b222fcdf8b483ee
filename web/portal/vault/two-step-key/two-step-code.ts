import type { TwoStepKey } from './two-step-key.ts'

export type TwoStepCode = { digits: string; validUntil: number }

/** WebCrypto's names of the algorithms. */
const hashes = { SHA1: 'SHA-1', SHA256: 'SHA-256', SHA512: 'SHA-512' } as const satisfies Record<
  TwoStepKey['algorithm'],
  string
>

/**
 * Computes the code that an authenticator app shows at a time (RFC 6238). WebCrypto has the HMAC and the hashes, so that
 * this fits into the offline reader, where a library with hashes of its own would not.
 */
export async function twoStepCode(
  { secret, algorithm, digits, period }: TwoStepKey,
  now = Date.now(),
): Promise<TwoStepCode> {
  const periods = Math.floor(now / 1000 / period)
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(periods))
  const parameters = { name: 'HMAC', hash: hashes[algorithm] }
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), parameters, false, ['sign'])
  const digest = new DataView(await crypto.subtle.sign('HMAC', key, counter))
  // The last four bits say where the 31 bits of the code begin (RFC 4226, section 5.3).
  const start = digest.getUint8(digest.byteLength - 1) & 0xf
  const code = (digest.getUint32(start) & 0x7fff_ffff) % 10 ** digits
  return { digits: String(code).padStart(digits, '0'), validUntil: (periods + 1) * period * 1000 }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bits beyond the last whole byte mean nothing. */
function bytesOf(base32: string): Uint8Array<ArrayBuffer> {
  const bits = Array.from(base32, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** The whole seconds for which a code is still valid, for people: never 0, since the code was just computed. */
export const secondsLeft = ({ validUntil }: TwoStepCode, now = Date.now()) =>
  Math.max(1, Math.ceil((validUntil - now) / 1000))
