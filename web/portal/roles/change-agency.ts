import { supabase } from '../../lib/supabase.ts'
import { unwrapChange } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import { roleToasts } from './role-toasts.ts'

const { agencyChanged, agencyChangeFailed } = roleToasts

export const putIntoAgency: Write<{ userId: string; agencyId: string | null }> = {
  mutationFn: async ({ userId, agencyId }) => {
    const profiles = (await supabase()).from('user_profiles')
    const put = await profiles.update({ agency_id: agencyId }, { count: 'exact' }).eq('id', userId)
    unwrapChange(put, 'person', 'put them into an agency')
  },
  // A person who leaves an agency leaves its projects too, so every query is refreshed.
  meta: { succeeded: agencyChanged, failed: agencyChangeFailed, refresh: 'everything' },
}
