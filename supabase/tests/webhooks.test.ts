import { expect, it } from 'vitest'
import { outbox } from './outbox.ts'
import { arrange, service } from './people.ts'
import { soon, webhookScene } from './webhook-scene.ts'

const { testData, save, newWebhook, send } = webhookScene()
const deliveriesOf = (id: string) =>
  arrange(testData().people.ana.db.from('webhook_deliveries').select('*').eq('webhook_id', id).order('created_at'))

/** Lets the time pass that a receiver is given after a failure. */
async function passTime(id: string) {
  const past = new Date(Date.now() - 1000).toISOString()
  await arrange(service.from('webhooks').update({ quiet_until: null }).eq('id', id))
  const waiting = service.from('webhook_deliveries').update({ next_try_at: past }).eq('webhook_id', id)
  await arrange(waiting.not('next_try_at', 'is', null))
}

/** A client's review, which is published and then answered, and a step that is done. */
async function work() {
  const { client, project } = testData().work.north
  const { db } = testData().people.ana
  const update = crypto.randomUUID()
  const review = { id: update, project_id: project, title: 'The menu', content: 'Please look.', update_type: 'review' }
  await arrange(service.from('project_updates').insert({ ...review, visibility: 'internal' }))
  await arrange(db.from('project_updates').update({ visibility: 'client' }).eq('id', update))
  await arrange(service.from('update_answers').insert({ update_id: update, answer: 'approved', name: 'Maria' }))
  const step = { project_id: project, title: 'Take the pictures', is_done: true }
  await arrange(db.from('project_steps').insert(step))
  return { client, update }
}

it('[webhooks.md#events] delivers what happens once, signed, after the receiver was down, in the order of each object', async () => {
  const { id, seen } = await newWebhook('client.added', 'update.published', 'client.answered', 'step.done')
  seen.answers = 500
  const { client, update } = await work()
  const added = crypto.randomUUID()
  const row = { id: added, agency_id: testData().agencies.north, name: 'New', email: 'new@isolation.test' }
  await arrange(service.from('clients').insert(row))
  await send()
  await expect.poll(() => seen.asked, soon).toBeGreaterThan(0)
  expect(await deliveriesOf(id)).toHaveLength(4)
  expect((await deliveriesOf(id)).some(({ delivered_at }) => delivered_at !== null)).toBe(false)

  seen.answers = 200
  await expect
    .poll(async () => {
      await passTime(id)
      await Promise.all([send(), send()])
      return seen.events.length
    }, soon)
    .toBeGreaterThanOrEqual(4)
  expect(seen.events.map(({ type }) => type).toSorted()).toEqual([
    'client.added',
    'client.answered',
    'step.done',
    'update.published',
  ])
  const ofUpdate = seen.events.filter(({ type }) => type !== 'step.done' && type !== 'client.added')
  expect(ofUpdate).toMatchObject([
    { type: 'update.published', data: { id: update, title: 'The menu', client_id: client, client_name: 'Isolation' } },
    { type: 'client.answered', data: { update_id: update, answer: 'approved', name: 'Maria' } },
  ])
  expect(await deliveriesOf(id)).toMatchObject(
    Array(4).fill({ last_status: 200, last_answer: 'Thank you', next_try_at: null }),
  )
  await arrange(service.from('clients').delete().eq('id', added))
  expect((await deliveriesOf(id)).map(({ type }) => type)).not.toContain('client.added')
})

it('[webhooks.md#events] tells of an enquiry that is set aside once somebody says that it is none', async () => {
  const { id } = await newWebhook('enquiry.created')
  const enquiry = crypto.randomUUID()
  const message = {
    name: 'Grace',
    business_name: 'Dry Cleaning',
    email: 'grace@isolation.test',
    phone: '1',
    service: 'ai',
  }
  await arrange(service.from('contact_submissions').insert({ id: enquiry, ...message, suspicions: ['links'] }))
  expect(await deliveriesOf(id)).toEqual([])
  await arrange(service.from('contact_submissions').update({ state: 'taken' }).eq('id', enquiry))
  expect(await deliveriesOf(id)).toMatchObject([{ type: 'enquiry.created', object_id: enquiry }])
  await arrange(service.from('contact_submissions').delete().eq('id', enquiry))
  expect(await deliveriesOf(id)).toEqual([])
})

it('[webhooks.md#delivery] pauses a webhook that is gone, tells the admins once, and goes on when it is turned on', async () => {
  const { id, seen } = await newWebhook('step.done')
  seen.answers = 410
  await work()
  await expect
    .poll(async () => {
      await send()
      const [webhook] = await arrange(testData().people.ana.db.from('webhooks').select('*').eq('id', id))
      return webhook
    }, soon)
    .toMatchObject({ is_paused: true, paused_because: 'gone', told_at: expect.any(String) })
  await send()
  const ofPause = async () => (await outbox()).filter((mail) => /^Subject: A webhook is paused: n8n/m.test(mail))
  await expect.poll(async () => (await ofPause()).length, soon).toBeGreaterThan(0)
  expect(new Set((await ofPause()).map((mail) => /^To: (.*)$/m.exec(mail)?.[1])).size).toBe((await ofPause()).length)

  seen.answers = 200
  await arrange(testData().people.ana.db.from('webhooks').update({ is_paused: false }).eq('id', id))
  await send()
  await expect.poll(() => seen.events.length, soon).toBe(1)
  const lines = await arrange(
    service.from('audit_events').select('kind, actor_kind').eq('subject_id', id).order('created_at'),
  )
  expect(lines).toEqual([
    { kind: 'webhook_added', actor_kind: 'person' },
    { kind: 'webhook_changed', actor_kind: 'server' },
    { kind: 'webhook_changed', actor_kind: 'person' },
  ])
})

it('[webhooks.md#delivery] tries a test once, follows no redirect, and sends again with the same id', async () => {
  const { id, seen } = await newWebhook('step.done')
  const { db } = testData().people.ana
  seen.answers = 302
  await arrange(db.rpc('test_webhook', { webhook: id }))
  await send()
  await expect
    .poll(() => deliveriesOf(id), soon)
    .toMatchObject([{ type: 'test', last_status: 302, delivered_at: null, next_try_at: null }])
  expect(seen.asked).toBe(1)
  seen.answers = 200
  const [{ id: delivery }] = await deliveriesOf(id)
  for (const times of [1, 2]) {
    await arrange(db.rpc('send_webhook_again', { delivery }))
    await send()
    await expect.poll(() => seen.events.length, soon).toBe(times)
  }
  expect(new Set(seen.events.map((event) => event.id))).toEqual(new Set([`msg_${delivery}`]))
})

it('[webhooks.md#addresses] refuses other people’s agencies, and addresses in private networks', async () => {
  const { ana, ben } = testData().people
  const events = ['step.done']
  const url = 'http://127.0.0.1:9/'
  expect(await save(ben, { url, events })).toMatchObject({ status: 403 })
  expect(await save(ana, { url, events, agency: testData().agencies.south })).toMatchObject({ status: 403 })
  for (const address of ['http://169.254.169.254/latest', 'https://10.0.0.1/', 'ftp://127.0.0.1/']) {
    expect(await save(ana, { url: address, events })).toMatchObject({ status: 400 })
  }
  expect(await save(ana, { url: 'http://127.0.0.1:9/', events: ['everything'] })).toMatchObject({ status: 400 })
})
