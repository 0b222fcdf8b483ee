import { updateSeen } from '../writes/newer-change.ts'
import type { Write } from '../writes/use-write.ts'
import type { WriteMeta } from '../writes/write-meta.ts'
import type { Agency, AgencyDetails } from './agency-details.ts'

type AgencyChanges = AgencyDetails & Partial<Pick<Agency, 'subscription_tier' | 'is_active' | 'answers_website'>>

/** Who changes their own agency and who administers all of them are told so in other words. */
export const updateAgency = (agencyId: string, words: Pick<WriteMeta, 'said' | 'failed'>): Write<AgencyChanges> => ({
  mutationFn: ({ seen, ...changes }) => updateSeen('agencies', { id: agencyId, seen }, changes),
  meta: { ...words, refresh: ['agencies'] },
})
