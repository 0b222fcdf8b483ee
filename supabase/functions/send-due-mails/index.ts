import { serviceClient } from '../_shared/database.ts'
import { answerPost, Refusal } from '../_shared/http.ts'
import { sendMail } from '../_shared/mail.ts'
import { env, requireEnv } from '../_shared/runtime.ts'
import { addressMailsOf } from '../change-address/address-mails.ts'
import { mailAddressChanges } from '../change-address/mail-address-changes.ts'
import { clientMailsOf } from '../mail-clients/client-mails.ts'
import { mailClients } from '../mail-clients/mail-clients.ts'
import { messagesOf } from '../send-contact-notification/messages.ts'
import { mailWaiting } from '../send-contact-notification/notify-agency.ts'
import { contactRecipients } from '../send-contact-notification/recipients.ts'
import { clientDigestsOf } from './client-digests.ts'
import { mailDigests } from './mail-digests.ts'
import { mailNotices } from './mail-notices.ts'
import { noticeDigestsOf } from './notice-digests.ts'
import { remindOfEnquiries } from './remind-of-enquiries.ts'
import { unansweredOf } from './unanswered-enquiries.ts'

/** Mails what is due: called by a clock, with the service key. */
export default {
  fetch: answerPost('The mails that are due could not be sent.', async (_, request) => {
    const isClock = request.headers.get('authorization') === `Bearer ${requireEnv('SUPABASE_SERVICE_ROLE_KEY')}`
    if (!isClock) throw new Refusal(403, 'Only the service key may do this.')
    const supabase = serviceClient()
    const outside = { recipients: () => contactRecipients(supabase), sendMail }
    await mailWaiting({ ...outside, messages: messagesOf(supabase) })
    await remindOfEnquiries({ ...outside, unanswered: unansweredOf(supabase), siteUrl: env('SITE_URL') })
    await mailClients({ mails: clientMailsOf(supabase), sendMail, siteUrl: env('SITE_URL') })
    await mailAddressChanges({ mails: addressMailsOf(supabase), sendMail, siteUrl: env('SITE_URL') })
    await mailDigests({ digests: clientDigestsOf(supabase), sendMail, siteUrl: env('SITE_URL') })
    await mailNotices({ digests: noticeDigestsOf(supabase), sendMail, siteUrl: env('SITE_URL') })
    return { success: true }
  }),
}
