import { encryptWith } from './encryption.ts'
import { SALT_BYTES } from './key-derivation-parameters.ts'
import { Keyring } from './keyring.ts'

export const freshSalt = () => crypto.getRandomValues(new Uint8Array(SALT_BYTES))

/**
 * Encrypts many texts with one passphrase: one salt and so one key for all, and a nonce for each. Before a payload is
 * returned it is decrypted with a key that was derived separately.
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
    // Both derivations take 250,000 iterations, so they run in parallel.
    const [key] = await Promise.all([this.#sealing.keyFor(this.#salt), this.#opening.keyFor(this.#salt)])
    const sealed = await encryptWith(key, this.#salt, text)
    if ((await this.#opening.open(sealed)) !== text) throw new Error('What was encrypted did not open again.')
    return sealed
  }
}

/** Encrypts a text with a salt of its own, so that equal texts cannot be recognised by their payloads. */
export const seal = (text: string, passphrase: string) => new Sealer(passphrase).seal(text)
