import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hookErrors } from './errors.ts'
import type { Hook } from './hook.ts'

const LARGEST_ANSWER_BYTES = 200 * 1024
const ATTEMPTS = 3

type Patience = {
  /** The time limit for all attempts of a webhook together, since the user waits for the answer. */
  timeoutMs?: number
  /** The pause before the next attempt if a webhook cannot be reached. */
  backoffMs?: number
}

/**
 * A hook that is called over HTTP, signed by the Standard Webhooks scheme as on the hosted service: once per key, so
 * that keys can be rotated.
 */
export function webhook(
  url: URL,
  keys: readonly string[],
  { timeoutMs = 5000, backoffMs = 2000 }: Patience = {},
): Hook {
  return async (payload) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    try {
      return await ask(JSON.stringify(payload), deadline)
    } catch (error) {
      throw deadline.aborted ? hookErrors.timeout(timeoutMs / 1000, error) : error
    }
  }

  async function ask(body: string, deadline: AbortSignal): Promise<unknown> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const response = await post(body, deadline).catch(async (error: unknown) => {
        if (attempt === ATTEMPTS) throw hookErrors.unreachable(error)
        await sleep(backoffMs, undefined, { signal: deadline })
      })
      if (response && !asksForAnotherAttempt(response)) return answerOf(response)
      await response?.body?.cancel()
    }
    throw hookErrors.unavailable()
  }

  function post(body: string, signal: AbortSignal) {
    const id = randomUUID()
    const timestamp = String(Math.floor(Date.now() / 1000))
    return fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': keys.map((key) => `v1,${sign(key, `${id}.${timestamp}.${body}`)}`).join(' '),
      },
      redirect: 'manual',
      signal,
    })
  }
}

const isBusy = ({ status }: Response) => status === 429 || status === 503

const asksForAnotherAttempt = (response: Response) => isBusy(response) && response.headers.get('retry-after')

async function answerOf(response: Response): Promise<unknown> {
  const { status } = response
  if (isBusy(response)) throw hookErrors.unavailable()
  if (status === 400) throw hookErrors.answered('Invalid payload sent to hook')
  if (status === 401) throw hookErrors.answered('Hook requires authorization token')
  if (status !== 200 && status !== 202 && status !== 204) {
    throw hookErrors.answered(`Unexpected status code returned from hook: ${status}`)
  }
  const type = response.headers.get('content-type') ?? ''
  if (type === '' && status === 204) return {}
  if (type === '') throw hookErrors.contentType('Invalid Content-Type: Missing Content-Type header')
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw hookErrors.contentType(`Invalid JSON response. Received content-type: ${type}`)
  }
  const text = await readText(response)
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch (error) {
    throw hookErrors.answered('Error unmarshaling JSON output.', error)
  }
}

/** Reads the text of a response up to the maximum length. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > LARGEST_ANSWER_BYTES) throw hookErrors.answerTooLarge(LARGEST_ANSWER_BYTES)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const sign = (key: string, text: string) =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64')
