import { expect, it } from 'vitest'
import { arrange, service } from './people.ts'
import { addDelivery, hoursAgo, soon, webhookScene } from './webhook-scene.ts'

const { newWebhook, send } = webhookScene()

it.each([
  ['pauses a webhook that has accepted nothing for three days', { is_paused: true, paused_because: 'failing' }, 80],
  ['gives up an event that a working webhook has rejected for three days', { is_paused: false }, 70],
])('[webhooks.md#delivery] %s', async (_what, webhook, hoursSinceAccepted) => {
  const { id, seen } = await newWebhook('step.done')
  seen.rejects = ['client.added']
  const accepted = { delivered_at: hoursAgo(hoursSinceAccepted), next_try_at: null }
  await addDelivery(id, 'step.done', accepted)
  const rejected = await addDelivery(id, 'client.added', { attempts: 70, first_tried_at: hoursAgo(73) })
  await send()
  await expect
    .poll(() => arrange(service.from('webhook_deliveries').select('*').eq('id', rejected)), soon)
    .toMatchObject([{ last_status: 400, next_try_at: webhook.is_paused ? expect.any(String) : null }])
  expect(await arrange(service.from('webhooks').select('*').eq('id', id))).toMatchObject([webhook])
})

it('[webhooks.md#delivery] tries a new event before those that were rejected', async () => {
  const { id, seen } = await newWebhook('step.done', 'client.added')
  seen.rejects = ['client.added']
  const rejected = { attempts: 5, created_at: hoursAgo(5), first_tried_at: hoursAgo(5) }
  for (let count = 0; count < 3; count++) await addDelivery(id, 'client.added', rejected)
  const step = await addDelivery(id, 'step.done')
  await send()
  await expect.poll(() => seen.events.map((event) => event.id), soon).toEqual([`msg_${step}`])
})

it('[webhooks.md#delivery] has nothing to do for an event that waits for an earlier one of its object', async () => {
  const { id } = await newWebhook('step.done')
  const object = { object_id: crypto.randomUUID() }
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await addDelivery(id, 'step.done', { ...object, attempts: 4, created_at: hoursAgo(1), next_try_at: later })
  const next = await addDelivery(id, 'step.done', object)
  const due = async () =>
    (await arrange(service.rpc('due_webhooks'))).map(({ webhook }: { webhook: string }) => webhook)
  expect(await due()).not.toContain(id)
  await arrange(service.from('webhook_deliveries').update({ object_id: next }).eq('id', next))
  expect(await due()).toContain(id)
})
