import { encryptWith } from './encryption.ts'
import { Keyring } from './keyring.ts'
import { SALT_BYTES } from './salt-and-iterations.ts'

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
    // Each takes a quarter of a million steps, so both go on at once.
    const [key] = await Promise.all([this.#sealing.keyFor(this.#salt), this.#opening.keyFor(this.#salt)])
    const sealed = await encryptWith(key, this.#salt, text)
    if ((await this.#opening.open(sealed)) !== text) throw new Error('What was encrypted did not open again.')
    return sealed
  }
}

/** A text with a salt and so a key of its own: two that are the same cannot be told to be so by how they are stored. */
export const seal = (text: string, passphrase: string) => new Sealer(passphrase).seal(text)
