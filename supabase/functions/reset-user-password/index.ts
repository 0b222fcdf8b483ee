import { toRefusal } from '../_shared/auth-errors.ts'
import { requireCaller } from '../_shared/caller.ts'
import { actFor, serviceClient, unwrap } from '../_shared/database.ts'
import { answerPost } from '../_shared/http.ts'
import { resetUserPassword } from './reset-user-password.ts'

export default {
  fetch: answerPost('Failed to reset password. Please try again.', async (fields, request) => {
    const supabase = serviceClient()
    const caller = await requireCaller(request, supabase)
    return resetUserPassword(caller, fields, {
      async isInvited(userId) {
        const account = await supabase.from('user_accounts').select('invited_at').eq('user_id', userId).maybeSingle()
        return (unwrap(account)?.invited_at ?? null) !== null
      },
      async setPassword(userId, password) {
        await actFor(supabase, caller.id, userId)
        const { error } = await supabase.auth.admin.updateUserById(userId, { password })
        if (error) throw toRefusal(error)
      },
    })
  }),
}
