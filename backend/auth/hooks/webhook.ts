import { createHmac, randomUUID } from 'node:crypto'
import type { Hook } from './hook.ts'

// A person waits for the answer of the request that asks the hook.
const TIMEOUT_MS = 5000

/** Signed by the Standard Webhooks scheme, as the hosted service does: once per key, so that keys can be exchanged. */
export function webhook(url: URL, keys: readonly string[]): Hook {
  return async (payload) => {
    const id = randomUUID()
    const timestamp = String(Math.floor(Date.now() / 1000))
    const body = JSON.stringify(payload)
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
    const text = await response.text()
    if (!response.ok) throw new Error(`The hook ${url.origin}${url.pathname} answered ${response.status}.`)
    return text === '' ? {} : JSON.parse(text)
  }
}

const sign = (key: string, text: string) =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64')
