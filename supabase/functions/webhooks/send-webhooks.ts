import { type ServiceClient, unwrap } from '../_shared/database.ts'
import { sendMail } from '../_shared/mail.ts'
import { sendEach } from '../_shared/mails/send-each.ts'
import { env } from '../_shared/runtime.ts'
import { pausedMail } from './paused-mail.ts'
import { type Answer, postEvent } from './post-event.ts'
import { parseNetworks } from './reachable-address.ts'
import { signedHeaders } from './signature.ts'

const MAX_WEBHOOKS_PER_CALL = 50
/** The time that one call spends on a webhook, so that slow receivers do not hold up what happens meanwhile. */
const MAX_MS_PER_WEBHOOK = 20_000

type Post = (url: string, headers: Record<string, string>, body: string) => Promise<Answer>

/**
 * Delivers what is due. May be called at any time, even concurrently: the database hands each event to one process. All
 * receivers are called at the same time, and the events of each one after the other.
 */
export async function sendDueWebhooks(supabase: ServiceClient): Promise<void> {
  const networks = parseNetworks(env('WEBHOOK_NETWORKS'))
  const post: Post = (url, headers, body) => postEvent(url, headers, body, { networks })
  unwrap(await supabase.rpc('forget_old_deliveries'))
  const due = unwrap(await supabase.rpc('due_webhooks').limit(MAX_WEBHOOKS_PER_CALL))
  await Promise.all(due.map(({ webhook }) => sendAllOf(supabase, webhook, post)))
  await tellOfPaused(supabase)
}

async function sendAllOf(supabase: ServiceClient, webhook: string, post: Post): Promise<void> {
  const end = Date.now() + MAX_MS_PER_WEBHOOK
  while (Date.now() < end) {
    const [event] = unwrap(await supabase.rpc('claim_webhook_delivery', { webhook }))
    if (!event) return
    const body = JSON.stringify({ type: event.type, timestamp: event.created_at, data: event.data })
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Mainstreet-Webhooks/1.0',
      ...(await signedHeaders(event.secret, `msg_${event.id}`, body)),
    }
    const { status, words } = await post(event.url, headers, body)
    unwrap(
      await supabase.rpc('settle_webhook_delivery', {
        delivery: event.id,
        answer: words,
        ...(status !== null && { status }),
      }),
    )
  }
}

/** Mails the admins of agencies whose webhooks the server has paused. */
async function tellOfPaused(supabase: ServiceClient): Promise<void> {
  await sendEach(unwrap(await supabase.rpc('paused_webhooks_to_tell')), async (paused) => {
    for (const to of paused.recipients) {
      // Two servers may make the same mail, and the queue keeps one by its idempotency key.
      const key = `webhook-paused/${paused.webhook}/${paused.paused_at}/${to}`
      await sendMail({ ...pausedMail(paused, env('SITE_URL')), to, key })
    }
    const told = { told_at: new Date().toISOString() }
    unwrap(await supabase.from('webhooks').update(told).eq('id', paused.webhook).eq('paused_at', paused.paused_at))
  })
}
