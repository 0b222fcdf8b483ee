import { recordAccess } from './access-log.ts'
import { WrongPassphrase } from './encryption.ts'
import type { Entry } from './entry.ts'
import { fetchEntry, fetchSealed } from './entry-queries.ts'
import type { Opener } from './opener.ts'
import { InvalidPayload } from './payload.ts'
import { useVault } from './vault-context.tsx'

/** An entry to be edited, with its password, or with why that cannot be read. */
export type Opened = { entry: Entry; hasNotes: boolean; password?: string; failure?: string }

/** Opens an entry as it is stored at this moment. What cannot be read can still be replaced. */
export function useOpenEntry() {
  const vault = useVault()
  return async (entryId: string): Promise<Opened> => {
    const opener = vault.opener()
    const stored = await fetchEntry(entryId)
    const { text, failure } = await read(stored.entry.encrypted_password, opener)
    return { ...stored, ...(text !== undefined && { password: text }), ...(failure && { failure: failure.message }) }
  }
}

/** Something sealed that was asked for: its text, or why it cannot be had. */
export type Read = { text: string; failure?: never } | { text?: never; failure: WrongPassphrase | InvalidPayload }

async function read(stored: string, { open }: Opener): Promise<Read> {
  try {
    return { text: await open(stored) }
  } catch (error) {
    if (error instanceof WrongPassphrase || error instanceof InvalidPayload) return { failure: error }
    throw error
  }
}

/** What is shown of an entry: the notes are missing where there are none. */
export type Secrets = { entryId: string; password: Read; notes?: Read }

/**
 * Opens what is sealed in an entry as it is stored at this moment, to be looked at, and records that. What cannot be
 * had is said in its place, as long as there is something to be seen.
 */
export function useShowEntry() {
  const vault = useVault()
  return async (entryId: string): Promise<Secrets> => {
    const opener = vault.opener()
    const { encrypted_password, encrypted_notes } = await fetchSealed(entryId)
    const password = await read(encrypted_password, opener)
    const notes = encrypted_notes === null ? undefined : await read(encrypted_notes, opener)
    if (password.failure && (!notes || notes.failure)) throw password.failure
    void recordAccess(entryId, 'viewed')
    return { entryId, password, ...(notes && { notes }) }
  }
}

/** Opens the notes that are stored at this moment, to be looked at beside the form, and records that. */
export function useShowNotes() {
  const vault = useVault()
  return async (entryId: string): Promise<string> => {
    const { open } = vault.opener()
    const { encrypted_notes } = await fetchSealed(entryId)
    const notes = encrypted_notes === null ? '' : await open(encrypted_notes)
    void recordAccess(entryId, 'viewed')
    return notes
  }
}
