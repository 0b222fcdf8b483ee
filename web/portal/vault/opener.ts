import { deriveKey } from './derive-key.ts'
import { decryptWith } from './encryption.ts'
import { parsePayload } from './payload.ts'

/**
 * Opens what one passphrase has sealed, for as long as the vault is open: the key of each payload is derived once, so
 * that what was tried after unlocking is copied and shown at once. The keys cannot be read out of the browser's hands.
 */
export class Opener {
  readonly #passphrase: string
  readonly #keys = new Map<string, Promise<CryptoKey>>()
  #printKey: Promise<CryptoKey> | undefined

  constructor(passphrase: string) {
    this.#passphrase = passphrase
  }

  /** Throws `InvalidPayload` or `WrongPassphrase` when the text cannot be had. */
  readonly open = async (stored: string): Promise<string> => {
    const payload = parsePayload(stored)
    const name = payload.salt.join()
    const key = this.#keys.get(name) ?? deriveKey(this.#passphrase, payload.salt)
    this.#keys.set(name, key)
    return decryptWith(await key, payload)
  }

  /**
   * What a password is known by among the others without being kept: two that are the same have the same print. Its key
   * is drawn anew each time the vault is opened, and goes with it.
   */
  readonly print = async (password: string): Promise<string> => {
    this.#printKey ??= crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const print = await crypto.subtle.sign('HMAC', await this.#printKey, new TextEncoder().encode(password))
    return new Uint8Array(print).join()
  }
}
