import { decrypt, WrongPassphrase } from './encryption.ts'
import type { Entry } from './entry.ts'
import { fetchEntry } from './entry-queries.ts'
import { InvalidPayload } from './payload.ts'
import { useVault } from './vault-context.tsx'

/** An entry to be edited, with its password, or with why that cannot be read. */
export type Opened = { entry: Entry; hasNotes: boolean; password?: string; failure?: string }

/** Opens an entry as it is stored at this moment. What cannot be read can still be replaced. */
export function useOpenEntry() {
  const vault = useVault()
  return async (entryId: string): Promise<Opened> => {
    const passphrase = vault.passphrase()
    const stored = await fetchEntry(entryId)
    try {
      return { ...stored, password: await decrypt(stored.entry.encrypted_password, passphrase) }
    } catch (error) {
      if (error instanceof WrongPassphrase || error instanceof InvalidPayload) {
        return { ...stored, failure: error.message }
      }
      throw error
    }
  }
}
