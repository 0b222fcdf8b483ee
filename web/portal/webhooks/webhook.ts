import type { Tables } from '../../lib/database.types.ts'
import { z } from '../../lib/zod.ts'

export type Webhook = Tables<'webhooks'>
export type WebhookDelivery = Tables<'webhook_deliveries'>

/** The events that a webhook can want, in the words of the form (docs/specification/webhooks.md#events). */
export const webhookEvents = [
  { event: 'enquiry.created', label: 'New enquiry' },
  { event: 'client.added', label: 'Client added' },
  { event: 'update.published', label: 'Update published' },
  { event: 'client.answered', label: 'Client answered' },
  { event: 'step.done', label: 'Step done' },
] as const

export const eventLabel = (type: string): string =>
  webhookEvents.find(({ event }) => event === type)?.label ?? (type === 'test' ? 'Test' : type)

/** What has become of an event, in a word or two. A test is tried once, so it fails; other events are given up. */
export function stateOf({ type, delivered_at, next_try_at }: WebhookDelivery) {
  if (delivered_at !== null) return 'Delivered'
  if (next_try_at !== null) return 'Waiting'
  return type === 'test' ? 'Failed' : 'Given up'
}

/** Why a webhook is paused; undefined while it is not. */
export function pauseOf({ is_paused, paused_because }: Webhook): string | undefined {
  if (!is_paused) return undefined
  if (paused_because === 'gone') return 'Paused: its receiver says that it is gone.'
  if (paused_because === 'failing') return 'Paused: its receiver has failed for three days.'
  return 'Paused'
}

export const webhookForm = z.object({
  name: z.string().trim().min(1, 'Give it a name.').max(100),
  url: z
    .string()
    .trim()
    .regex(/^https?:\/\//, 'The address should begin with https://.')
    .max(2048),
  events: z.array(z.string()).min(1, 'Choose at least one event.'),
})
export type WebhookFields = z.infer<typeof webhookForm>

/** What the function answers: the secret only for a new webhook. */
export const savedWebhook = z.object({ id: z.string(), secret: z.string().nullable() })
