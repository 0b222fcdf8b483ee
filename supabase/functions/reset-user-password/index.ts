import { toRefusal } from '../_shared/auth-errors.ts'
import { requireCaller } from '../_shared/caller.ts'
import { serviceClient } from '../_shared/database.ts'
import { answerPost } from '../_shared/http.ts'
import { resetUserPassword } from './reset-user-password.ts'

export default {
  fetch: answerPost('Failed to reset password. Please try again.', async (fields, request) => {
    const supabase = serviceClient()
    return resetUserPassword(await requireCaller(request, supabase), fields, async (userId, password) => {
      const { error } = await supabase.auth.admin.updateUserById(userId, { password })
      if (error) throw toRefusal(error)
    })
  }),
}
