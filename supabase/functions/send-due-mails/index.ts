import { hasSecretKey } from '../_shared/api-keys.ts'
import { serviceClient } from '../_shared/database.ts'
import { answerPost, Refusal } from '../_shared/http.ts'
import { sendMail } from '../_shared/mail.ts'
import { addressMailsOf } from '../_shared/mails/address-changes/query.ts'
import { mailAddressChanges } from '../_shared/mails/address-changes/send.ts'
import { clientDigestsOf } from '../_shared/mails/client-digests/query.ts'
import { mailDigests } from '../_shared/mails/client-digests/send.ts'
import { clientMailsOf } from '../_shared/mails/client-updates/query.ts'
import { mailClients } from '../_shared/mails/client-updates/send.ts'
import { messagesOf } from '../_shared/mails/enquiries/query.ts'
import { contactRecipients } from '../_shared/mails/enquiries/recipients.ts'
import { mailWaiting } from '../_shared/mails/enquiries/send.ts'
import { unansweredOf } from '../_shared/mails/enquiry-reminders/query.ts'
import { remindOfEnquiries } from '../_shared/mails/enquiry-reminders/send.ts'
import { noticeDigestsOf } from '../_shared/mails/notice-digests/query.ts'
import { mailNotices } from '../_shared/mails/notice-digests/send.ts'
import { env } from '../_shared/runtime.ts'
import { missingSecrets } from '../_shared/secrets.ts'

/**
 * Sends all mails that are due; called every minute with the service key. `{ only: 'secrets' }` returns which secrets
 * are missing.
 */
export default {
  fetch: answerPost('The mails that are due could not be sent.', async (fields, request) => {
    if (!(await hasSecretKey(request))) throw new Refusal(403, 'Only the service key may do this.')
    const missing = missingSecrets()
    if (fields.only === 'secrets') return { missing }
    const supabase = serviceClient()
    const sending = { sendMail, siteUrl: env('SITE_URL') }
    const toTheAgency = { ...sending, recipients: () => contactRecipients(supabase) }
    await mailWaiting({ ...toTheAgency, messages: messagesOf(supabase) })
    await remindOfEnquiries({ ...toTheAgency, unanswered: unansweredOf(supabase) })
    await mailClients({ ...sending, mails: clientMailsOf(supabase) })
    await mailAddressChanges({ ...sending, mails: addressMailsOf(supabase) })
    await mailDigests({ ...sending, digests: clientDigestsOf(supabase) })
    await mailNotices({ ...sending, digests: noticeDigestsOf(supabase) })
    return { success: true }
  }),
}
