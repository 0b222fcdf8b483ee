import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto'
import { NONCE_BYTES, parsePayload, writePayload } from '../../web/portal/vault/payload.ts'
import { ITERATIONS, SALT_BYTES } from '../../web/portal/vault/salt-and-iterations.ts'

const TAG_BYTES = 16
const keyOf = (passphrase: string, salt: Uint8Array) => pbkdf2Sync(passphrase, salt, ITERATIONS, 32, 'sha256')
/** In memory of its own. */
const own = (bytes: Uint8Array) => Uint8Array.from(bytes)

/** As the portal seals it (web/portal/vault/encryption.ts), by another library. */
export function seal(text: string, passphrase: string): string {
  const [salt, nonce] = [own(randomBytes(SALT_BYTES)), own(randomBytes(NONCE_BYTES))]
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce)
  const sealed = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return writePayload({ salt, nonce, ciphertext: own(Buffer.concat(sealed)) })
}

/** Throws where the passphrase does not open it. */
export function open(stored: string, passphrase: string): string {
  const { salt, nonce, ciphertext } = parsePayload(stored)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce)
  decipher.setAuthTag(ciphertext.subarray(-TAG_BYTES))
  return decipher.update(ciphertext.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
