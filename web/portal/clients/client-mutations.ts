import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { deleteRows } from '../list/change-rows.ts'
import { myAgencyId } from '../me/my-agency.ts'
import type { Undoable } from '../writes/undoable.ts'
import type { Write } from '../writes/use-write.ts'
import { updateVersion } from '../writes/version-conflict.ts'
import type { ClientChanges, NewClient } from './client-form.ts'
import { clientToasts } from './client-toasts.ts'

const { created, creationFailed, updated, updateFailed, deleted, deletionFailed } = clientToasts

export const addClient: Write<NewClient> = {
  mutationFn: async ({ agencyId, ...fields }, { client: queryClient }) => {
    const agency_id = agencyId || (await myAgencyId(queryClient))
    const client = await supabase()
    const added = client.from('clients').insert({ ...fields, agency_id })
    return unwrap(await added.select('id').single()).id
  },
  meta: {
    succeeded: (id) => created(String(id)),
    failed: creationFailed,
    refresh: ['clients'],
    isAddition: true,
  },
}

export const updateClient = (clientId: string): Write<ClientChanges & { seen: string }> => ({
  mutationFn: ({ seen, ...changes }) => updateVersion('clients', { id: clientId, seen }, changes),
  meta: { succeeded: updated, failed: updateFailed, refresh: ['clients'] },
})

export const deleteClients: Write<readonly { id: string; name: string }[], Undoable> = {
  mutationFn: (clients) => deleteRows(clients, 'clients'),
  meta: { succeeded: deleted, failed: deletionFailed, refresh: ['clients'] },
}
