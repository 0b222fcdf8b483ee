import { Keyring, type Keys } from './keyring.ts'

/**
 * Opens what one passphrase has sealed, for as long as the vault is open: the key of each payload is derived once, so
 * that what was tried after unlocking is copied and shown at once. The keys cannot be read out of the browser's hands.
 */
export class Opener {
  readonly #keys: Keyring
  #printKey: Promise<CryptoKey> | undefined

  constructor(passphrase: string) {
    this.#keys = new Keyring(passphrase)
  }

  /** Throws `InvalidPayload` or `WrongPassphrase` when the text cannot be had. */
  readonly open = (stored: string): Promise<string> => this.#keys.open(stored)

  readonly keys = (): Promise<Keys> => this.#keys.known()

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
