import { supabase } from '../../lib/supabase.ts'
import { unwrapCount } from '../../lib/unwrap.ts'
import { whyNothingChanged } from '../editing/newer-change.ts'
import type { Write } from '../editing/use-write.ts'
import type { WriteMeta } from '../query-client.ts'
import type { Agency, AgencyDetails } from './agency-details.ts'

type AgencyChanges = AgencyDetails & Partial<Pick<Agency, 'subscription_tier' | 'is_active'>>

/**
 * Changes the version of the agency that was `seen`, and throws `NewerChange` when there is a newer one. Who changes
 * their own agency and who administers all of them are told so in other words.
 */
export const updateAgency = (agencyId: string, words: Pick<WriteMeta, 'said' | 'failed'>): Write<AgencyChanges> => ({
  mutationFn: async ({ seen, ...changes }) => {
    const client = await supabase()
    const update = client.from('agencies').update(changes, { count: 'exact' })
    if (unwrapCount(await update.eq('id', agencyId).eq('updated_at', seen)) > 0) return
    const current = client.from('agencies').select('updated_at').eq('id', agencyId).maybeSingle()
    throw await whyNothingChanged('agency', seen, current)
  },
  meta: { ...words, refresh: ['agencies'] },
})
