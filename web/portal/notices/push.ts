import { startPushSession } from '../../lib/push-session.ts'
import { supabase, wholeSupabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { registerWorker } from '../offline/cache-portal.ts'

/** The localStorage key of the session and the day for which the subscription was last stored. */
const STORED_FOR = 'push-stored-for'

/** Whether the browser's push service shows notices here while the portal is closed. */
export async function hasPush(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration('/dashboard')
  return Boolean(await registration?.pushManager?.getSubscription())
}

/**
 * Has the browser's push service show notices while the portal is closed, for as long as this session lasts. Returns
 * whether it does: a browser without push, or whose push service is unreachable, shows notices while the portal is open.
 */
export async function turnOnPush(): Promise<boolean> {
  await startPushSession()
  const registration = await registerWorker()
  if (!registration?.pushManager) return false
  const client = await wholeSupabase()
  const answer = await client.functions.invoke<{ key: string }>('send-pushes', { body: { only: 'key' } })
  if (answer.error) throw answer.error
  const subscription = await subscribe(registration.pushManager, answer.data?.key ?? '')
  if (!subscription) return false
  const { endpoint = '', keys } = subscription.toJSON()
  unwrap(await client.rpc('turn_on_push', { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }))
  localStorage.setItem(STORED_FOR, await sessionAndDay())
  return true
}

/** Stores the subscription again for a new session, and once a day, since browsers and servers may change their keys. */
export async function renewPush(): Promise<void> {
  await startPushSession()
  if (localStorage.getItem(STORED_FOR) !== (await sessionAndDay())) await turnOnPush()
}

export async function turnOffPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/dashboard')
  const subscription = await registration?.pushManager?.getSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  unwrap(await (await supabase()).rpc('turn_off_push', { endpoint: subscription.endpoint }))
}

/** Subscribes by the server's key; undefined if the browser's push service refuses or cannot be reached. */
async function subscribe(pushManager: PushManager, key: string): Promise<PushSubscription | undefined> {
  const existing = await pushManager.getSubscription()
  if (existing && keyOf(existing) === key) return existing
  await existing?.unsubscribe()
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => undefined)
}

/** The server's public key of a subscription in base64url, as the server gives it. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function sessionAndDay(): Promise<string> {
  const { data } = await (await wholeSupabase()).auth.getSession()
  const { id = '', last_sign_in_at = '' } = data.session?.user ?? {}
  return [id, last_sign_in_at, new Date().toISOString().slice(0, 10)].join(' ')
}
