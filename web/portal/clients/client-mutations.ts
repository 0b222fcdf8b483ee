import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { undoDeletion } from '../deleted/restore-deleted.ts'
import { updateSeen } from '../editing/newer-change.ts'
import { unwrapChange } from '../editing/nothing-changed.ts'
import type { Undoable } from '../editing/undoable.ts'
import type { Write } from '../editing/use-write.ts'
import { myAgencyId } from '../me/my-agency.ts'
import { catalogue } from '../toast-catalogue.ts'
import type { ClientChanges, NewClient } from './client.ts'

const { created, creationFailed, updated, updateFailed, deleted, deletionFailed } = catalogue.clients

export const addClient: Write<NewClient> = {
  mutationFn: async ({ name, company_name, email, phone, website_url }, { client: queryClient }) => {
    const agency_id = await myAgencyId(queryClient)
    const client = await supabase()
    const added = client.from('clients').insert({ name, company_name, email, phone, website_url, agency_id })
    return unwrap(await added.select('id').single()).id
  },
  meta: {
    said: (id) => created(String(id)),
    failed: creationFailed,
    refresh: ['clients'],
    isAddition: true,
  },
}

export const updateClient = (clientId: string): Write<ClientChanges & { seen: string }> => ({
  mutationFn: ({ seen, ...changes }) => updateSeen('clients', { id: clientId, seen }, changes),
  meta: { said: updated, failed: updateFailed, refresh: ['clients'] },
})

export const deleteClient: Write<string, Undoable> = {
  mutationFn: async (clientId) => {
    const clients = (await supabase()).from('clients')
    unwrapChange(await clients.delete({ count: 'exact' }).eq('id', clientId), 'client', 'delete it')
    return undoDeletion([clientId])
  },
  meta: { said: deleted, failed: deletionFailed, refresh: ['clients'] },
}
