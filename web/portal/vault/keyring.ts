import { deriveKey } from './derive-key.ts'
import { decryptWith } from './encryption.ts'
import { parsePayload } from './payload.ts'

/** By what they were derived with; whoever holds them cannot read them, and may hand them to a worker. */
export type Keys = ReadonlyMap<string, CryptoKey>

/** The keys of one passphrase, each derived once: what shares a salt shares its key. */
export class Keyring {
  readonly #passphrase: string
  readonly #keys = new Map<string, Promise<CryptoKey>>()

  /** With the keys that were derived from it before. */
  constructor(passphrase: string, known: Keys = new Map()) {
    this.#passphrase = passphrase
    for (const [name, key] of known) this.#keys.set(name, Promise.resolve(key))
  }

  /** Every key that was asked for so far. */
  readonly known = async (): Promise<Keys> =>
    new Map(await Promise.all(Array.from(this.#keys, async ([name, key]) => [name, await key] as const)))

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
