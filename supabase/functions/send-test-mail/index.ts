import { requireCaller } from '../_shared/caller.ts'
import { serviceClient } from '../_shared/database.ts'
import { answerPost } from '../_shared/http.ts'
import { sendMail } from '../_shared/mail.ts'
import { sendTestMail } from './send-test-mail.ts'

export default {
  fetch: answerPost('The test mail could not be sent. Please try again.', async (_, request) => {
    const supabase = serviceClient()
    return sendTestMail(await requireCaller(request, supabase), {
      sendMail,
      async addressOf(id) {
        const { data, error } = await supabase.auth.admin.getUserById(id)
        if (error) throw error
        return data.user.email
      },
    })
  }),
}
