import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import { whyNothingChanged } from '../editing/newer-change.ts'
import { DASHBOARD_STATS } from '../home/stats-query.ts'
import { myAgencyId } from '../me/my-agency.ts'
import { PROJECTS } from '../projects/project-queries.ts'
import type { ClientChanges, NewClient } from './client.ts'
import { CLIENTS } from './client-queries.ts'

export function useAddClient() {
  const queryClient = useQueryClient()
  const refresh = useRefreshClients()
  return useMutation({
    mutationFn: async ({ name, company_name, email, phone, website_url }: NewClient) => {
      const agency_id = await myAgencyId(queryClient)
      const client = await supabase()
      unwrap(await client.from('clients').insert({ name, company_name, email, phone, website_url, agency_id }))
    },
    onSuccess: refresh,
  })
}

/** Changes the version of the client that was `seen`, and throws `NewerChange` when there is a newer one. */
export function useUpdateClient(clientId: string) {
  const refresh = useRefreshClients()
  return useMutation({
    mutationFn: async ({ changes, seen }: { changes: ClientChanges; seen: string }) => {
      const client = await supabase()
      const update = client.from('clients').update(changes, { count: 'exact' })
      const updated = unwrapCount(await update.eq('id', clientId).eq('updated_at', seen))
      if (updated > 0) return
      const current = client.from('clients').select('updated_at').eq('id', clientId).maybeSingle()
      throw await whyNothingChanged('client', seen, current)
    },
    // Also after a failure: somebody else's newer change is then to be seen.
    onSettled: refresh,
  })
}

export function useDeleteClient() {
  const refresh = useRefreshClients()
  return useMutation({
    mutationFn: async (clientId: string) => {
      const client = await supabase()
      const deleted = unwrapCount(await client.from('clients').delete({ count: 'exact' }).eq('id', clientId))
      if (deleted === 0) throw new Error('This client no longer exists, or you may not delete it.')
    },
    // Also after a failure: what could not be deleted may be gone already.
    onSettled: refresh,
  })
}

function useRefreshClients() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: CLIENTS }),
      // Projects show their client's name, and go with their client.
      queryClient.invalidateQueries({ queryKey: PROJECTS }),
      queryClient.invalidateQueries({ queryKey: DASHBOARD_STATS }),
    ])
}
