import { hasSecretKey } from '../_shared/api-keys.ts'
import { requireCaller } from '../_shared/caller.ts'
import { serviceClient } from '../_shared/database.ts'
import { answerPost, isFields, Refusal } from '../_shared/http.ts'
import { saveWebhook } from './save-webhook.ts'
import { sendDueWebhooks } from './send-webhooks.ts'

const admins = ['agency_admin', 'admin', 'super_admin']

/**
 * Delivers the events that are due. It is called a few times a minute with the service key, and by an admin who has
 * asked for a test. `{ save: { agency, name, url, events, webhook? } }` adds or changes a webhook.
 */
export default {
  fetch: answerPost('This could not be done now. Try again in a minute.', async ({ save }, request) => {
    const supabase = serviceClient()
    if (!(await hasSecretKey(request))) {
      const { id, roles } = await requireCaller(request, supabase)
      if (!roles.some((role) => admins.includes(role))) throw new Refusal(403, 'Only admins may do this.')
      if (isFields(save)) return saveWebhook(supabase, id, save)
    }
    await sendDueWebhooks(supabase)
    return { success: true }
  }),
}
