import { deriveKey } from './derive-key.ts'
import { decryptWith } from './encryption.ts'
import { parsePayload } from './payload.ts'

/** The keys of one passphrase, each derived once: what shares a salt shares its key. */
export class Keyring {
  readonly #passphrase: string
  readonly #keys = new Map<string, Promise<CryptoKey>>()

  constructor(passphrase: string) {
    this.#passphrase = passphrase
  }

  /** Throws `InvalidPayload` or `WrongPassphrase` when the text cannot be had. */
  readonly open = async (stored: string): Promise<string> => {
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
