import { hasSecretKey } from '../_shared/api-keys.ts'
import { requireCaller } from '../_shared/caller.ts'
import { serviceClient } from '../_shared/database.ts'
import { answerPost, Refusal } from '../_shared/http.ts'
import { settleDeleted } from './settle-deleted.ts'

/**
 * Moves the files of deleted or restored rows. The portal calls it right after a deletion or a restoration, and it runs
 * every minute.
 */
export default {
  fetch: answerPost('The files could not be moved now. It is tried again in a minute.', async (_, request) => {
    const supabase = serviceClient()
    if (!(await hasSecretKey(request))) {
      const { agencyId, roles } = await requireCaller(request, supabase)
      if (agencyId === null && !roles.includes('super_admin')) throw new Refusal(403, 'Only staff may do this.')
    }
    await settleDeleted(supabase)
    return { success: true }
  }),
}
