import { recordAccess } from './access-log.ts'
import type { Decryptor } from './decryptor.ts'
import { WrongPassphrase } from './encryption.ts'
import type { Entry } from './entry.ts'
import { fetchEntry, fetchSealed } from './entry-queries.ts'
import { InvalidPayload } from './payload.ts'
import { useVault } from './vault-context.tsx'

/** An entry to edit, with its password or the reason why that cannot be decrypted. */
export type OpenedEntry = { entry: Entry; hasNotes: boolean; password?: string; failure?: string }

/** Opens an entry as it is stored now. A password that cannot be decrypted can still be replaced. */
export function useOpenEntry() {
  const vault = useVault()
  return async (entryId: string): Promise<OpenedEntry> => {
    const opener = vault.decryptor()
    const stored = await fetchEntry(entryId)
    const { text, failure } = await read(stored.entry.encrypted_password, opener)
    return { ...stored, ...(text !== undefined && { password: text }), ...(failure && { failure: failure.message }) }
  }
}

/** A decrypted text, or the reason why it cannot be decrypted. */
export type DecryptedText =
  | { text: string; failure?: never }
  | { text?: never; failure: WrongPassphrase | InvalidPayload }

async function read(stored: string, { open }: Decryptor): Promise<DecryptedText> {
  try {
    return { text: await open(stored) }
  } catch (error) {
    if (error instanceof WrongPassphrase || error instanceof InvalidPayload) return { failure: error }
    throw error
  }
}

/** The secrets of an entry that are shown; without `notes` it has none. */
export type Secrets = { entryId: string; password: DecryptedText; notes?: DecryptedText }

/**
 * Decrypts the secrets of an entry as they are stored now, to be shown, and records the access. A secret that cannot be
 * decrypted is replaced by the reason.
 */
export function useShowEntry() {
  const vault = useVault()
  return async (entryId: string): Promise<Secrets> => {
    const opener = vault.decryptor()
    const { encrypted_password, encrypted_notes } = await fetchSealed(entryId)
    const password = await read(encrypted_password, opener)
    const notes = encrypted_notes === null ? undefined : await read(encrypted_notes, opener)
    if (password.failure && (!notes || notes.failure)) throw password.failure
    void recordAccess(entryId, 'viewed')
    return { entryId, password, ...(notes && { notes }) }
  }
}

/** Decrypts the stored notes to be shown beside the form, and records the access. */
export function useShowNotes() {
  const vault = useVault()
  return async (entryId: string): Promise<string> => {
    const { open } = vault.decryptor()
    const { encrypted_notes } = await fetchSealed(entryId)
    const notes = encrypted_notes === null ? '' : await open(encrypted_notes)
    void recordAccess(entryId, 'viewed')
    return notes
  }
}
