import webPush from 'web-push'
import { oneLine } from '../_shared/mail-words.ts'
import type { NoticeWords } from '../_shared/notices/notice-words.ts'
import type { VapidKeys } from './vapid-keys.ts'

/** A notice for one device, as its push service knows it. */
export interface Push {
  notice: string
  device: string
  endpoint: string
  keys: { p256dh: string; auth: string }
  words: NoticeWords
}

export interface PushStore {
  /** Claims the pushes that are due, so that no other server sends them meanwhile. */
  claim(): Promise<Push[]>
  /** Notes that a push service took a push, or that it no longer knows the device. */
  settle(push: Push, isGone: boolean): Promise<void>
}

interface PushContext {
  pushes: PushStore
  keys: VapidKeys
  /** The address of the installation, of which push services complain to. */
  siteUrl: string
  fetch: typeof fetch
}

/** A push service keeps a push for a device that is off for this long; afterwards the bell has it. */
const KEPT_SECONDS = 6 * 60 * 60
const PATIENCE_MS = 10_000
const LONGEST_TEXT = 120

/**
 * Sends due pushes at once. A device that its push service no longer knows (404 or 410, RFC 8030, section 7.3) is
 * forgotten; any other failure leaves the push for a later call.
 */
export async function sendPushes({ pushes, ...context }: PushContext): Promise<void> {
  await Promise.all(
    (await pushes.claim()).map(async (push) => {
      try {
        const { status } = await send(push, context)
        const isGone = status === 404 || status === 410
        if (isGone || status < 300) await pushes.settle(push, isGone)
        else console.warn(`The push service ${new URL(push.endpoint).host} answered with ${status}.`)
      } catch (error) {
        console.warn(`The push service ${new URL(push.endpoint).host} did not answer:`, error)
      }
    }),
  )
}

async function send(
  { endpoint, keys: browser, notice, words }: Push,
  { keys, siteUrl, fetch }: Omit<PushContext, 'pushes'>,
) {
  const shown = { id: notice, title: oneLine(words.what, LONGEST_TEXT), body: oneLine(words.about, LONGEST_TEXT) }
  const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys: browser }, JSON.stringify(shown), {
    vapidDetails: { subject: subjectOf(siteUrl), ...keys },
    TTL: KEPT_SECONDS,
    // A notice that is sent again replaces the one before while the device is off.
    topic: notice.replaceAll('-', ''),
  })
  return await fetch(endpoint, {
    method,
    headers: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(body),
    // Only known push services are called, whatever one answers.
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

/** Push services want an https or mailto address of the sender. */
const subjectOf = (siteUrl: string) =>
  siteUrl.startsWith('https://') ? siteUrl : 'mailto:webmaster@localhost.localdomain'
