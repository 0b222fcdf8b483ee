import { requireCaller } from '../_shared/caller.ts'
import { serviceClient } from '../_shared/database.ts'
import { answerPost } from '../_shared/http.ts'
import { accountStoreOf } from './account-store.ts'
import { createUser } from './create-user.ts'

export default {
  fetch: answerPost('Failed to create user. Please try again.', async (fields, request) => {
    const supabase = serviceClient()
    const caller = await requireCaller(request, supabase)
    return createUser(caller, fields, accountStoreOf(supabase, caller.id))
  }),
}
