import { type DerivedKeys, Keyring } from './keyring.ts'

/**
 * Decrypts payloads with one passphrase while the vault is unlocked. The key of each payload is derived once, so that
 * payloads tried after unlocking are copied and shown at once. The keys are not extractable.
 */
export class Decryptor {
  readonly #keys: Keyring
  #printKey: Promise<CryptoKey> | undefined

  constructor(passphrase: string) {
    this.#keys = new Keyring(passphrase)
  }

  /** Throws `InvalidPayload` or `WrongPassphrase` when the text cannot be decrypted. */
  readonly open = (stored: string): Promise<string> => this.#keys.open(stored)

  readonly keys = (): Promise<DerivedKeys> => this.#keys.known()

  /**
   * Computes a keyed hash by which equal passwords are recognised without being kept. The key is random for each
   * unlocking and is dropped with it.
   */
  readonly fingerprint = async (password: string): Promise<string> => {
    this.#printKey ??= crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const fingerprint = await crypto.subtle.sign('HMAC', await this.#printKey, new TextEncoder().encode(password))
    return new Uint8Array(fingerprint).join()
  }
}
