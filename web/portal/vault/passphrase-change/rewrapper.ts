import { WrongPassphrase } from '../encryption.ts'
import { type DerivedKeys, Keyring } from '../keyring.ts'
import { InvalidPayload } from '../payload.ts'
import type { Sealer } from '../sealer.ts'

/** The encrypted columns of an entry. */
export type EncryptedEntry = { id: string; encrypted_password: string; encrypted_notes: string | null }

/** How an entry opens: completely, not at all, without its notes, or never because a payload is damaged. */
export type OpeningResult = 'opens' | 'shut' | 'notes are shut' | 'invalid'

/** Opens entries with one passphrase and encrypts them with another. No plaintext is kept. */
export class Rewrapper {
  readonly #keys: Keyring

  constructor(passphrase: string, known?: DerivedKeys) {
    this.#keys = new Keyring(passphrase, known)
  }

  async open({ encrypted_password, encrypted_notes }: EncryptedEntry): Promise<OpeningResult> {
    const password = await this.#tryToOpen(encrypted_password)
    if (password !== 'opens' || encrypted_notes === null) return password
    const notes = await this.#tryToOpen(encrypted_notes)
    return notes === 'shut' ? 'notes are shut' : notes
  }

  async #tryToOpen(stored: string): Promise<'opens' | 'shut' | 'invalid'> {
    try {
      await this.#keys.open(stored)
      return 'opens'
    } catch (error) {
      if (error instanceof WrongPassphrase) return 'shut'
      if (error instanceof InvalidPayload) return 'invalid'
      throw error
    }
  }

  async rewrap({ id, encrypted_password, encrypted_notes }: EncryptedEntry, sealer: Sealer): Promise<EncryptedEntry> {
    const anew = async (stored: string) => sealer.seal(await this.#keys.open(stored))
    return {
      id,
      encrypted_password: await anew(encrypted_password),
      encrypted_notes: encrypted_notes === null ? null : await anew(encrypted_notes),
    }
  }
}
