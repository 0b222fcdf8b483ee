import { hasSecretKey } from '../_shared/api-keys.ts'
import { serviceClient, unwrap } from '../_shared/database.ts'
import { answerPost, Refusal } from '../_shared/http.ts'
import { sendMail } from '../_shared/mail.ts'
import { addressMailStoreOf } from '../_shared/mails/address-changes/query.ts'
import { mailAddressChanges } from '../_shared/mails/address-changes/send.ts'
import { callMailStoreOf } from '../_shared/mails/calls/query.ts'
import { mailCalls } from '../_shared/mails/calls/send.ts'
import { clientDigestStoreOf } from '../_shared/mails/client-digests/query.ts'
import { mailDigests } from '../_shared/mails/client-digests/send.ts'
import { clientMonthStoreOf } from '../_shared/mails/client-months/query.ts'
import { mailMonths } from '../_shared/mails/client-months/send.ts'
import { requestMailStoreOf } from '../_shared/mails/client-requests/query.ts'
import { mailRequests } from '../_shared/mails/client-requests/send.ts'
import { clientMailStoreOf } from '../_shared/mails/client-updates/query.ts'
import { mailClients } from '../_shared/mails/client-updates/send.ts'
import { enquiryStoreOf } from '../_shared/mails/enquiries/query.ts'
import { contactRecipients } from '../_shared/mails/enquiries/recipients.ts'
import { mailWaiting } from '../_shared/mails/enquiries/send.ts'
import { reminderStoreOf } from '../_shared/mails/enquiry-reminders/query.ts'
import { remindOfEnquiries } from '../_shared/mails/enquiry-reminders/send.ts'
import { noticeDigestStoreOf } from '../_shared/mails/notice-digests/query.ts'
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
    await mailWaiting({ ...toTheAgency, messages: enquiryStoreOf(supabase) })
    await remindOfEnquiries({ ...toTheAgency, unanswered: reminderStoreOf(supabase) })
    await mailCalls({ ...sending, calls: callMailStoreOf(supabase) })
    unwrap(await supabase.rpc('remind_callers'))
    await mailRequests({ ...sending, requests: requestMailStoreOf(supabase) })
    unwrap(await supabase.rpc('follow_up_reviews'))
    await mailClients({ ...sending, mails: clientMailStoreOf(supabase) })
    await mailMonths({ ...sending, months: clientMonthStoreOf(supabase) })
    await mailAddressChanges({ ...sending, mails: addressMailStoreOf(supabase) })
    await mailDigests({ ...sending, digests: clientDigestStoreOf(supabase) })
    await mailNotices({ ...sending, digests: noticeDigestStoreOf(supabase) })
    return { success: true }
  }),
}
