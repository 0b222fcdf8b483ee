import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import { catalogue } from '../catalogue.ts'
import { whyNothingChanged } from '../editing/newer-change.ts'
import { unwrapChange } from '../editing/nothing-changed.ts'
import type { Write } from '../editing/use-write.ts'
import { myAgencyId } from '../me/my-agency.ts'
import type { ClientChanges, NewClient } from './client.ts'

const { created, creationFailed, updated, updateFailed, deleted, deletionFailed } = catalogue.clients

export const addClient: Write<NewClient> = {
  mutationFn: async ({ name, company_name, email, phone, website_url }, { client: queryClient }) => {
    const agency_id = await myAgencyId(queryClient)
    const client = await supabase()
    unwrap(await client.from('clients').insert({ name, company_name, email, phone, website_url, agency_id }))
  },
  meta: { said: created, failed: creationFailed, refresh: ['clients'], isAddition: true },
}

/** Changes the version of the client that was `seen`, and throws `NewerChange` when there is a newer one. */
export const updateClient = (clientId: string): Write<ClientChanges & { seen: string }> => ({
  mutationFn: async ({ seen, ...changes }) => {
    const client = await supabase()
    const update = client.from('clients').update(changes, { count: 'exact' })
    if (unwrapCount(await update.eq('id', clientId).eq('updated_at', seen)) > 0) return
    const current = client.from('clients').select('updated_at').eq('id', clientId).maybeSingle()
    throw await whyNothingChanged('client', seen, current)
  },
  meta: { said: updated, failed: updateFailed, refresh: ['clients'] },
})

export const deleteClient: Write<string> = {
  mutationFn: async (clientId) => {
    const clients = (await supabase()).from('clients')
    unwrapChange(await clients.delete({ count: 'exact' }).eq('id', clientId), 'client', 'delete it')
  },
  meta: { said: deleted, failed: deletionFailed, refresh: ['clients'] },
}
