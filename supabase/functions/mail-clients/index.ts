import { requireCaller } from '../_shared/caller.ts'
import { serviceClient } from '../_shared/database.ts'
import { answerPost, Refusal } from '../_shared/http.ts'
import { sendMail } from '../_shared/mail.ts'
import { clientMonthStoreOf } from '../_shared/mails/client-months/query.ts'
import { mailMonths } from '../_shared/mails/client-months/send.ts'
import { clientMailStoreOf } from '../_shared/mails/client-updates/query.ts'
import { mailClients } from '../_shared/mails/client-updates/send.ts'
import { env } from '../_shared/runtime.ts'

/**
 * Mails clients the updates and months that wait for it. The portal calls this after a request to mail; send-due-mails does the
 * same every minute.
 */
export default {
  fetch: answerPost('The client could not be mailed now. It is tried again in a minute.', async (_, request) => {
    const supabase = serviceClient()
    const { agencyId, roles } = await requireCaller(request, supabase)
    if (agencyId === null && !roles.includes('super_admin')) throw new Refusal(403, 'Only staff mail clients.')
    const sending = { sendMail, siteUrl: env('SITE_URL') }
    await mailClients({ ...sending, mails: clientMailStoreOf(supabase) })
    await mailMonths({ ...sending, months: clientMonthStoreOf(supabase) })
    return { success: true }
  }),
}
