import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import type { AgencyDetails } from '../agency-details/agency-details.ts'
import { undoDeletion } from '../writes/restore-deleted.ts'
import type { Undoable } from '../writes/undoable.ts'
import { unwrapChange } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import type { NewAgency } from './agency.ts'
import { agencyToasts } from './agency-toasts.ts'

const { created, saveFailed, deleted, deletionFailed } = agencyToasts

type AddedAgency = AgencyDetails & Omit<NewAgency, keyof AgencyDetails>

export const addAgency: Write<AddedAgency> = {
  // Whether an agency answers the website and shows clients their plan is decided once it exists.
  mutationFn: async ({ seen: _none, answers_website: _later, show_clients_their_plan: _alsoLater, ...agency }) =>
    unwrap(await (await supabase()).from('agencies').insert(agency).select().single()),
  meta: { succeeded: created, failed: saveFailed, refresh: ['agencies'], isAddition: true },
}

export const deleteAgency: Write<string, Undoable> = {
  mutationFn: async (agencyId) => {
    const agencies = (await supabase()).from('agencies')
    unwrapChange(await agencies.delete({ count: 'exact' }).eq('id', agencyId), 'agency', 'delete it')
    return undoDeletion([agencyId])
  },
  // Every row belongs to some agency, so the deletion of an agency refreshes every query.
  meta: { succeeded: deleted, failed: deletionFailed, refresh: 'everything' },
}
