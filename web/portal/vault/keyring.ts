import { deriveKey } from './derive-key.ts'
import { decryptWith } from './encryption.ts'
import { parsePayload } from './payload.ts'

/**
 * Derived keys by their salt. They are not extractable, so that their holder cannot read them but may pass them to a
 * worker.
 */
export type DerivedKeys = ReadonlyMap<string, CryptoKey>

/** The keys of one passphrase. Each is derived once, and payloads with the same salt share one. */
export class Keyring {
  readonly #passphrase: string
  readonly #keys = new Map<string, Promise<CryptoKey>>()

  /** Starts with keys that were derived from the passphrase before. */
  constructor(passphrase: string, known: DerivedKeys = new Map()) {
    this.#passphrase = passphrase
    for (const [name, key] of known) this.#keys.set(name, Promise.resolve(key))
  }

  /** Returns every key derived so far. */
  readonly known = async (): Promise<DerivedKeys> =>
    new Map(await Promise.all(Array.from(this.#keys, async ([name, key]) => [name, await key] as const)))

  /** Throws `InvalidPayload` or `WrongPassphrase` when the text cannot be decrypted. */
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
