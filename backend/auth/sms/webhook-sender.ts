import { createHmac, randomUUID } from 'node:crypto'
import { userJson } from '../people/user-json.ts'
import type { SmsSender } from './sms-sender.ts'

// A person waits for the answer of the request that sends the message.
const TIMEOUT_MS = 5000

/**
 * Hands messages to a webhook, as the hosted service's Send SMS hook does: signed by the Standard Webhooks scheme, once
 * per key, so that keys can be exchanged.
 */
export function webhookSender(url: URL, keys: readonly string[]): SmsSender {
  return {
    async send({ user, phone, code, purpose }) {
      const id = randomUUID()
      const now = new Date()
      const body = JSON.stringify({
        metadata: { uuid: id, time: now.toISOString(), name: 'send-sms' },
        user: userJson(user),
        sms: { otp: code, sms_type: purpose, phone },
      })
      const timestamp = String(Math.floor(now.getTime() / 1000))
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': keys.map((key) => `v1,${sign(key, `${id}.${timestamp}.${body}`)}`).join(' '),
        },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const answer = await response.text()
      if (!response.ok || namesError(answer)) throw new Error(`The send_sms hook answered ${response.status}.`)
    },
  }
}

const sign = (key: string, text: string) =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64')

/** A hook may also say in its body that it failed. */
function namesError(answer: string): boolean {
  try {
    const parsed: unknown = JSON.parse(answer)
    return typeof parsed === 'object' && parsed !== null && 'error' in parsed && Boolean(parsed.error)
  } catch {
    return false
  }
}
