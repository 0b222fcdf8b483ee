import { requireCaller } from '../_shared/caller.ts'
import { serviceClient } from '../_shared/database.ts'
import { answerPost } from '../_shared/http.ts'
import { invitationStoreOf } from './invitation-store.ts'
import { inviteUser } from './invite-user.ts'

export default {
  fetch: answerPost('Failed to invite. Please try again.', async (fields, request) => {
    const supabase = serviceClient()
    const caller = await requireCaller(request, supabase)
    return inviteUser(caller, fields, invitationStoreOf(supabase, caller.id))
  }),
}
