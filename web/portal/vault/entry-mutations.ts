import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import { whyNothingChanged } from '../editing/newer-change.ts'
import { myAgencyId, mySignedInId } from '../me/my-agency.ts'
import { recordAccess } from './access-log.ts'
import { copyToClipboard } from './clipboard.ts'
import { decrypt, encrypt } from './encryption.ts'
import type { EntryInput } from './entry-form.ts'
import { fetchPayload, VAULT } from './entry-queries.ts'
import type { Opened } from './open-entry.ts'
import { passwordStrength } from './password-strength.ts'
import { useVault } from './vault-context.tsx'

export function useAddEntry() {
  const seal = useSeal()
  const sharedWith = useSharedWith()
  const onSuccess = useRefreshEntries()
  return useMutation({
    mutationFn: async (entry: EntryInput) => {
      const encrypted = { ...(await seal.password(entry.password)), ...(await seal.notes(entry)) }
      const user_id = await mySignedInId()
      const agency_id = await sharedWith(entry, null)
      const client = await supabase()
      unwrap(await client.from('password_vault').insert({ ...shown(entry), ...encrypted, agency_id, user_id }))
    },
    onSuccess,
  })
}

/**
 * Changes the version of the entry that was `seen`, and throws `NewerChange` when there is a newer one. A password that
 * was not changed stays as it is, and so do notes that are neither typed nor to be removed.
 */
export function useUpdateEntry({ entry: { id, agency_id: before }, password }: Opened) {
  const seal = useSeal()
  const sharedWith = useSharedWith()
  const onSettled = useRefreshEntries()
  return useMutation({
    mutationFn: async (entry: EntryInput) => {
      const encrypted = {
        ...(entry.password === password ? {} : await seal.password(entry.password)),
        ...(await seal.notes(entry)),
      }
      await mySignedInId()
      const changes = { ...shown(entry), ...encrypted, agency_id: await sharedWith(entry, before) }
      const client = await supabase()
      const update = client.from('password_vault').update(changes, { count: 'exact' })
      const updated = unwrapCount(await update.eq('id', id).eq('updated_at', entry.seen))
      if (updated > 0) return recordAccess(id, 'updated')
      const current = client.from('password_vault').select('updated_at').eq('id', id).maybeSingle()
      throw await whyNothingChanged('entry', entry.seen, current)
    },
    // Also after a failure: an entry that could not be changed may be gone.
    onSettled,
  })
}

export function useDeleteEntry() {
  const onSettled = useRefreshEntries()
  return useMutation({
    mutationFn: async (entryId: string) => {
      await mySignedInId()
      const client = await supabase()
      const deleted = unwrapCount(await client.from('password_vault').delete({ count: 'exact' }).eq('id', entryId))
      if (deleted === 0) throw new Error('This entry no longer exists, or you may not delete it.')
      await recordAccess(entryId, 'deleted')
    },
    // Also after a failure: what could not be deleted may be gone already.
    onSettled,
  })
}

/** Decrypts a password as it is stored at this moment, and puts it on the clipboard. */
export function useCopyPassword() {
  const vault = useVault()
  async function passwordOf(entryId: string) {
    const passphrase = vault.passphrase()
    return decrypt(await fetchPayload(entryId), passphrase)
  }
  return async (entryId: string) => {
    await copyToClipboard(passwordOf(entryId))
    await recordAccess(entryId, 'copied')
  }
}

/** What of an entry everybody sees who sees it. */
const shown = ({ title, website_url, username, tags, is_favorite }: EntryInput) => {
  return { title, website_url, username, tags, is_favorite }
}

/** The columns that only the passphrase opens. */
function useSeal() {
  const vault = useVault()
  return {
    async password(password: string) {
      const encrypted_password = await encrypt(password, vault.passphrase())
      vault.judge(encrypted_password, 'opens')
      return { encrypted_password, password_strength_score: passwordStrength(password) }
    },
    async notes({ notes, removes_notes }: EntryInput) {
      if (notes.trim() !== '') return { encrypted_notes: await encrypt(notes, vault.passphrase()) }
      return removes_notes ? { encrypted_notes: null } : {}
    },
  }
}

/** The agency an entry is shared with once it is saved: the one it has been, or else one's own. */
function useSharedWith() {
  const queryClient = useQueryClient()
  return async ({ share_with_agency }: EntryInput, before: string | null) =>
    share_with_agency ? (before ?? (await myAgencyId(queryClient))) : null
}

function useRefreshEntries() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: VAULT })
}
