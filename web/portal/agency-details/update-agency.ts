import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrapCount } from '../../lib/unwrap.ts'
import { whyNothingChanged } from '../editing/newer-change.ts'
import { myAgencyQuery } from '../me/me-queries.ts'
import { PROJECTS } from '../projects/project-queries.ts'
import { USERS } from '../users/user-queries.ts'
import type { Agency, AgencyDetails } from './agency-details.ts'

/** Everything known about agencies; refreshing this key refreshes every page of them. */
export const AGENCIES = ['agencies'] as const

type AgencyChanges = AgencyDetails & Partial<Pick<Agency, 'subscription_tier' | 'is_active'>>

/** Changes the version of the agency that was `seen`, and throws `NewerChange` when there is a newer one. */
export function useUpdateAgency(agencyId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ seen, ...changes }: AgencyChanges) => {
      const client = await supabase()
      const update = client.from('agencies').update(changes, { count: 'exact' })
      const updated = unwrapCount(await update.eq('id', agencyId).eq('updated_at', seen))
      if (updated > 0) return
      const current = client.from('agencies').select('updated_at').eq('id', agencyId).maybeSingle()
      throw await whyNothingChanged('agency', seen, current)
    },
    // Also after a failure: somebody else's newer change is then to be seen.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: AGENCIES }),
        queryClient.invalidateQueries(myAgencyQuery(agencyId)),
        // Both show the agency's name.
        queryClient.invalidateQueries({ queryKey: PROJECTS }),
        queryClient.invalidateQueries({ queryKey: USERS }),
      ]),
  })
}
