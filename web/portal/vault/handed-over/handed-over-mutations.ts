import { randomUuid } from '../../../lib/random-uuid.ts'
import { supabase } from '../../../lib/supabase.ts'
import { unwrap } from '../../../lib/unwrap.ts'
import { myAgencyId } from '../../me/my-agency.ts'
import { unwrapChange } from '../../writes/unwrap-change.ts'
import type { Write } from '../../writes/use-write.ts'
import type { EntryInput } from '../entry-form.ts'
import { addEntry } from '../entry-mutations.ts'
import { seal } from '../sealer.ts'
import type { Vault } from '../vault.ts'
import { vaultToasts } from '../vault-toasts.ts'
import { newSecretKeys } from './secret-keys.ts'

/** Asks a client with a new key pair, whose private half opens with the passphrase of the vault. */
export const askForSecret = (vault: Vault, client: { id: string; name: string }): Write<{ label: string }> => ({
  mutationFn: async ({ label }, { client: queryClient }) => {
    const passphrase = vault.passphrase()
    const agency_id = await myAgencyId(queryClient)
    const id = randomUuid()
    const { publicKey, privateText } = await newSecretKeys({ id, agency_id, label })
    const encrypted_private_key = await seal(privateText, passphrase)
    const row = { id, client_id: client.id, label, public_key: publicKey, encrypted_private_key }
    unwrap(await (await supabase()).from('client_secrets').insert(row))
  },
  meta: { succeeded: vaultToasts.asked(client.name), failed: vaultToasts.askingFailed, refresh: ['client_secrets'] },
})

export const withdrawSecret: Write<string> = {
  mutationFn: async (id) => {
    const secrets = (await supabase()).from('client_secrets')
    unwrapChange(await secrets.delete({ count: 'exact' }).eq('id', id), 'request', 'withdraw it')
  },
  meta: { succeeded: vaultToasts.withdrawn, failed: vaultToasts.withdrawingFailed, refresh: ['client_secrets'] },
}

/** Adds an entry and erases the sealed text that it came from, both or neither. */
export const storeHandedOver = (vault: Vault, secret: string): Write<EntryInput> => {
  const write = addEntry(vault, async (entry) =>
    unwrap(await (await supabase()).rpc('store_handed_over', { secret, entry })),
  )
  return { ...write, meta: { ...write.meta, refresh: ['password_vault', 'client_secrets'] } }
}
