import { deriveKey } from './derive-key.ts'
import { InvalidPayload, NONCE_BYTES, type Payload, parsePayload, writePayload } from './payload.ts'

/** The payload is valid and was encrypted with another passphrase. */
export class WrongPassphrase extends Error {
  override name = 'WrongPassphrase'
  constructor() {
    super('This entry does not open with this passphrase.')
  }
}

/** Encrypts with a key that was derived from this salt. */
export async function encryptWith(key: CryptoKey, salt: Payload['salt'], text: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, utf8.encode(text))
  return writePayload({ salt, nonce, ciphertext: new Uint8Array(ciphertext) })
}

/** Throws `InvalidPayload` or `WrongPassphrase` when the text cannot be decrypted. */
export async function decrypt(stored: string, passphrase: string): Promise<string> {
  const payload = parsePayload(stored)
  return decryptWith(await deriveKey(passphrase, payload.salt), payload)
}

export async function decryptWith(key: CryptoKey, { nonce, ciphertext }: Payload): Promise<string> {
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, ciphertext).catch(() => undefined)
  if (opened === undefined) throw new WrongPassphrase()
  try {
    return strictUtf8.decode(opened)
  } catch {
    throw new InvalidPayload()
  }
}

const utf8 = new TextEncoder()
/** Decodes byte by byte: nothing is replaced, and a byte order mark belongs to the text. */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
