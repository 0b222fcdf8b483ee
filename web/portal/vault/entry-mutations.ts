import type { QueryClient } from '@tanstack/react-query'
import type { Database } from '../../lib/database.types.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { myAgencyId, mySignedInId } from '../me/my-agency.ts'
import { unwrapChange } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import { updateVersion } from '../writes/version-conflict.ts'
import { recordAccess } from './access-log.ts'
import { copyToClipboard } from './clipboard.ts'
import type { EntryInput } from './entry-form.ts'
import { fetchSealed } from './entry-queries.ts'
import type { OpenedEntry } from './open-entry.ts'
import { passwordStrength } from './password-strength.ts'
import { saveFailureText } from './sealed-elsewhere.ts'
import { seal } from './sealer.ts'
import { storeOnce } from './store-once.ts'
import { writeTwoStepKey } from './two-step-key/two-step-key.ts'
import type { Vault } from './vault.ts'
import { useVault } from './vault-context.tsx'
import { vaultToasts } from './vault-toasts.ts'

const { created, updated, saveFailed, deleted, deletionFailed } = vaultToasts

const notSaved = (error: unknown) => saveFailed(saveFailureText(error))

/** `store` sends the new row; by default it is inserted. */
export const addEntry = (vault: Vault, store = insertEntry): Write<EntryInput> => ({
  mutationFn: async (entry, { client: queryClient }) => {
    const encrypted = {
      ...(await sealPassword(vault, entry)),
      ...(await sealNotes(vault, entry)),
      ...(await sealTwoStepKey(vault, entry)),
    }
    const user_id = await mySignedInId()
    const agency_id = await sharedWith(entry, null, queryClient)
    const about = entry.client && { client_id: entry.client.id }
    const row = { ...shown(entry), ...about, ...encrypted, agency_id, user_id }
    await storeOnce(row.encrypted_password, () => store(row))
  },
  meta: { succeeded: created, failed: notSaved, refresh: ['password_vault'], isAddition: true },
  gcTime: 0,
})

type NewEntry = Database['public']['Tables']['password_vault']['Insert']

async function insertEntry(row: NewEntry) {
  unwrap(await (await supabase()).from('password_vault').insert(row))
}

/** An unchanged password stays as it is, and so do notes and a key that are neither typed nor to be removed. */
export const updateEntry = (
  vault: Vault,
  { entry: { id, agency_id: before }, password }: OpenedEntry,
): Write<EntryInput> => ({
  mutationFn: async (entry, { client: queryClient }) => {
    const encrypted = {
      ...(entry.password === password ? {} : await sealPassword(vault, entry)),
      ...(await sealNotes(vault, entry)),
      ...(await sealTwoStepKey(vault, entry)),
    }
    await mySignedInId()
    const about = { agency_id: await sharedWith(entry, before, queryClient), client_id: entry.client?.id ?? null }
    const changes = { ...shown(entry), ...encrypted, ...about }
    await updateVersion('password_vault', { id, seen: entry.seen }, changes)
    await recordAccess(id, 'updated')
  },
  meta: { succeeded: updated, failed: notSaved, refresh: ['password_vault', 'vault_access_logs'] },
  gcTime: 0,
})

export const deleteEntry: Write<string> = {
  mutationFn: async (entryId) => {
    await mySignedInId()
    const entries = (await supabase()).from('password_vault')
    unwrapChange(await entries.delete({ count: 'exact' }).eq('id', entryId), 'entry', 'delete it')
    await recordAccess(entryId, 'deleted')
  },
  meta: { succeeded: deleted, failed: deletionFailed, refresh: ['password_vault', 'vault_access_logs'] },
}

/** Decrypts the currently stored password and copies it. */
export function useCopyPassword() {
  const vault = useVault()
  async function passwordOf(entryId: string) {
    const { open } = vault.decryptor()
    return open((await fetchSealed(entryId)).encrypted_password)
  }
  return async (entryId: string) => {
    await copyToClipboard('password', passwordOf(entryId))
    await recordAccess(entryId, 'copied')
  }
}

/** The columns that everybody sees who sees the entry. */
const shown = ({ title, website_url, username, tags, is_favorite }: EntryInput) => {
  return { title, website_url, username, tags, is_favorite }
}

async function sealPassword(vault: Vault, { password }: EntryInput) {
  const opener = vault.decryptor()
  const encrypted_password = await seal(password, vault.passphrase())
  vault.recordVerdict(opener, encrypted_password, 'opens', await opener.fingerprint(password))
  return { encrypted_password, password_strength_score: passwordStrength(password) }
}

async function sealNotes(vault: Vault, { notes, removes_notes }: EntryInput) {
  if (notes.trim() !== '') return { encrypted_notes: await seal(notes, vault.passphrase()) }
  return removes_notes ? { encrypted_notes: null } : {}
}

async function sealTwoStepKey(vault: Vault, { title, two_step_key, removes_two_step_key }: EntryInput) {
  if (two_step_key) {
    return { encrypted_two_step_key: await seal(writeTwoStepKey(two_step_key, title), vault.passphrase()) }
  }
  return removes_two_step_key ? { encrypted_two_step_key: null } : {}
}

/** The agency that an entry is shared with after saving: the former one, or else the person's own. */
const sharedWith = async ({ share_with_agency }: EntryInput, before: string | null, queryClient: QueryClient) =>
  share_with_agency ? (before ?? (await myAgencyId(queryClient))) : null
