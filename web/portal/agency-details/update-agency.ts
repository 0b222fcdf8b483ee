import type { Write } from '../writes/use-write.ts'
import { updateVersion } from '../writes/version-conflict.ts'
import type { WriteMeta } from '../writes/write-meta.ts'
import type { Agency, AgencyDetails } from './agency-details.ts'

type AgencyChanges = AgencyDetails &
  Partial<Pick<Agency, 'subscription_tier' | 'is_active' | 'answers_website' | 'show_clients_their_plan'>>

/** Changes an agency. An agency admin and a super admin see different words of success and failure. */
export const updateAgency = (
  agencyId: string,
  words: Pick<WriteMeta, 'succeeded' | 'failed'>,
): Write<AgencyChanges> => ({
  mutationFn: ({ seen, ...changes }) => updateVersion('agencies', { id: agencyId, seen }, changes),
  meta: { ...words, refresh: ['agencies'] },
})
