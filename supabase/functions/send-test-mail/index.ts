import { requireCaller } from '../_shared/caller.ts'
import { serviceClient } from '../_shared/database.ts'
import { answerPost } from '../_shared/http.ts'
import { sendMail } from '../_shared/mail.ts'
import { contactRecipients } from '../_shared/mails/enquiries/recipients.ts'
import { sendTestMail, tellsAnybody } from './send-test-mail.ts'

/** Sends a test mail. `{ only: 'recipients' }` returns whether anybody is mailed about enquiries. */
export default {
  fetch: answerPost('The test mail could not be sent. Please try again.', async ({ only }, request) => {
    const supabase = serviceClient()
    const caller = await requireCaller(request, supabase)
    if (only === 'recipients') return tellsAnybody(caller, () => contactRecipients(supabase))
    return sendTestMail(caller, {
      sendMail,
      async addressOf(id) {
        const { data, error } = await supabase.auth.admin.getUserById(id)
        if (error) throw error
        return data.user.email
      },
    })
  }),
}
