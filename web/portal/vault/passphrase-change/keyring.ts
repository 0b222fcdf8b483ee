import { deriveKey } from '../derive-key.ts'
import { decryptWith, encryptWith } from '../encryption.ts'
import { parsePayload, SALT_BYTES } from '../payload.ts'

/** The keys of one passphrase, each derived once: what shares a salt shares its key. */
export class Keyring {
  readonly #passphrase: string
  readonly #keys = new Map<string, Promise<CryptoKey>>()

  constructor(passphrase: string) {
    this.#passphrase = passphrase
  }

  /** Throws `InvalidPayload` or `WrongPassphrase` when the text cannot be had. */
  async open(stored: string): Promise<string> {
    const payload = parsePayload(stored)
    return decryptWith(await this.keyFor(payload.salt), payload)
  }

  keyFor(salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
    const name = salt.join()
    const key = this.#keys.get(name) ?? deriveKey(this.#passphrase, salt)
    this.#keys.set(name, key)
    return key
  }
}

export const freshSalt = () => crypto.getRandomValues(new Uint8Array(SALT_BYTES))

/**
 * Encrypts many texts with one passphrase: one salt, and so one key, for all of them, and a nonce for each. What was
 * written is opened again, by a key that was derived apart from the one it was encrypted with, before anybody gets it.
 */
export class Sealer {
  readonly #salt: Uint8Array<ArrayBuffer>
  readonly #sealing: Keyring
  readonly #opening: Keyring

  constructor(passphrase: string, salt = freshSalt()) {
    this.#salt = salt
    this.#sealing = new Keyring(passphrase)
    this.#opening = new Keyring(passphrase)
  }

  async seal(text: string): Promise<string> {
    const sealed = await encryptWith(await this.#sealing.keyFor(this.#salt), this.#salt, text)
    if ((await this.#opening.open(sealed)) !== text) throw new Error('What was encrypted did not open again.')
    return sealed
  }
}
