import { WrongPassphrase } from '../encryption.ts'
import { type DerivedKeys, Keyring } from '../keyring.ts'
import { InvalidPayload } from '../payload.ts'
import type { Sealer } from '../sealer.ts'

/** The encrypted columns of an entry. */
export type EncryptedEntry = {
  id: string
  encrypted_password: string
  encrypted_notes: string | null
  encrypted_two_step_key: string | null
}

/** How an entry opens: completely, not at all, without a part of it, or never because a payload is damaged. */
export type OpeningResult = 'opens' | 'shut' | 'notes are shut' | 'key is shut' | 'invalid'

/** Opens entries with one passphrase and encrypts them with another. No plaintext is kept. */
export class Rewrapper {
  readonly #keys: Keyring

  constructor(passphrase: string, known?: DerivedKeys) {
    this.#keys = new Keyring(passphrase, known)
  }

  async open({ encrypted_password, encrypted_notes, encrypted_two_step_key }: EncryptedEntry): Promise<OpeningResult> {
    const password = await this.#tryToOpen(encrypted_password)
    if (password !== 'opens') return password
    const notes = await this.#tryToOpen(encrypted_notes)
    if (notes !== 'opens') return notes === 'shut' ? 'notes are shut' : notes
    const key = await this.#tryToOpen(encrypted_two_step_key)
    return key === 'shut' ? 'key is shut' : key
  }

  async #tryToOpen(stored: string | null): Promise<'opens' | 'shut' | 'invalid'> {
    if (stored === null) return 'opens'
    try {
      await this.#keys.open(stored)
      return 'opens'
    } catch (error) {
      if (error instanceof WrongPassphrase) return 'shut'
      if (error instanceof InvalidPayload) return 'invalid'
      throw error
    }
  }

  async rewrap(entry: EncryptedEntry, sealer: Sealer): Promise<EncryptedEntry> {
    const anew = async (stored: string) => sealer.seal(await this.#keys.open(stored))
    const { encrypted_notes, encrypted_two_step_key } = entry
    return {
      id: entry.id,
      encrypted_password: await anew(entry.encrypted_password),
      encrypted_notes: encrypted_notes === null ? null : await anew(encrypted_notes),
      encrypted_two_step_key: encrypted_two_step_key === null ? null : await anew(encrypted_two_step_key),
    }
  }
}
