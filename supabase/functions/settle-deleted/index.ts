import { bringsSecretKey } from '../_shared/api-keys.ts'
import { requireCaller } from '../_shared/caller.ts'
import { serviceClient } from '../_shared/database.ts'
import { answerPost, Refusal } from '../_shared/http.ts'
import { settleDeleted } from './settle-deleted.ts'

/** Called by whoever has just deleted something or brought it back, so that its files follow at once, and by a clock. */
export default {
  fetch: answerPost('The files could not be moved now. It is tried again in a minute.', async (_, request) => {
    const supabase = serviceClient()
    if (!(await bringsSecretKey(request))) {
      const { agencyId, roles } = await requireCaller(request, supabase)
      if (agencyId === null && !roles.includes('super_admin')) throw new Refusal(403, 'Only staff may do this.')
    }
    await settleDeleted(supabase)
    return { success: true }
  }),
}
