import { invokeFunction, toRequestError } from '../../lib/invoke-function.ts'
import { supabase, wholeSupabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { unwrapChange } from '../writes/unwrap-change.ts'
import type { Write } from '../writes/use-write.ts'
import { savedWebhook, type WebhookFields } from './webhook.ts'
import { webhookToasts } from './webhook-toasts.ts'

const { saved, saveFailed, paused, resumed, turnFailed, deleted, deletionFailed, sent, sendFailed } = webhookToasts
const refresh = ['webhooks', 'webhook_deliveries'] as const

/** Adds a webhook, or changes one, and returns the secret of a new one, which cannot be read again. */
export const saveWebhook = (agency: string, webhook: string | undefined): Write<WebhookFields, string | null> => ({
  mutationFn: async (fields) => {
    const save = { agency, ...fields, ...(webhook !== undefined && { webhook }) }
    const { data, error } = await (await wholeSupabase()).functions.invoke('webhooks', { body: { save } })
    if (error) throw await toRequestError(error)
    return savedWebhook.parse(data).secret
  },
  meta: { ...(webhook !== undefined && { succeeded: saved }), failed: saveFailed, refresh },
  gcTime: 0,
})

export const pauseWebhook = (id: string): Write<boolean, boolean> => ({
  mutationFn: async (is_paused) => {
    const webhooks = (await supabase()).from('webhooks')
    unwrapChange(await webhooks.update({ is_paused }, { count: 'exact' }).eq('id', id), 'webhook', 'change it')
    return is_paused
  },
  meta: { succeeded: (isPaused) => (isPaused === true ? paused : resumed), failed: turnFailed, refresh },
})

export const deleteWebhook: Write<string> = {
  mutationFn: async (id) => {
    const webhooks = (await supabase()).from('webhooks')
    unwrapChange(await webhooks.delete({ count: 'exact' }).eq('id', id), 'webhook', 'delete it')
  },
  meta: { succeeded: deleted, failed: deletionFailed, refresh },
}

export const testWebhook: Write<string> = {
  mutationFn: async (webhook) => {
    unwrap(await (await supabase()).rpc('test_webhook', { webhook }))
    await deliverNow()
  },
  meta: { succeeded: sent, failed: sendFailed, refresh },
}

export const sendEventAgain: Write<string> = {
  mutationFn: async (delivery) => {
    unwrap(await (await supabase()).rpc('send_webhook_again', { delivery }))
    await deliverNow()
  },
  meta: { succeeded: sent, failed: sendFailed, refresh },
}

/** Delivers what is due without waiting for the server's next round. */
const deliverNow = () => invokeFunction('webhooks', {})
