import { hasSecretKey, secretKey } from '../_shared/api-keys.ts'
import { serviceClient } from '../_shared/database.ts'
import { answerPost, Refusal } from '../_shared/http.ts'
import { env } from '../_shared/runtime.ts'
import { pushStoreOf } from './push-store.ts'
import { sendPushes } from './send-pushes.ts'
import { deriveVapidKeys } from './vapid-keys.ts'

/**
 * Sends the notices that devices are to show; called every ten seconds with the service key. `{ only: 'key' }` returns
 * the public key by which browsers subscribe, to everybody.
 */
export default {
  fetch: answerPost('The notices could not be sent.', async (fields, request) => {
    const keys = deriveVapidKeys(secretKey())
    if (fields.only === 'key') return { key: keys.publicKey }
    if (!(await hasSecretKey(request))) throw new Refusal(403, 'Only the service key may do this.')
    await sendPushes({ pushes: pushStoreOf(serviceClient()), keys, siteUrl: env('SITE_URL') ?? '', fetch })
    return { success: true }
  }),
}
