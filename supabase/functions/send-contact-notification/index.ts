import { serviceClient } from '../_shared/database.ts'
import { answerPost } from '../_shared/http.ts'
import { sendMail } from '../_shared/mail.ts'
import { enquiryStoreOf } from '../_shared/mails/enquiries/query.ts'
import { contactRecipients } from '../_shared/mails/enquiries/recipients.ts'
import { notifyAgency } from './notify-agency.ts'

export default {
  fetch: answerPost('There was a problem sending your message. Please try again.', async (fields) => {
    const supabase = serviceClient()
    return notifyAgency(fields, {
      messages: enquiryStoreOf(supabase),
      recipients: () => contactRecipients(supabase),
      sendMail,
    })
  }),
}
