import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { call } from './functions-client.ts'
import { outbox } from './outbox.ts'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

const soon = { timeout: 20_000, interval: 100 }
const received = z.object({ type: z.string(), timestamp: z.string(), data: z.record(z.string(), z.unknown()) })
type Received = z.infer<typeof received> & { id: string }

let testData: TestData
const receivers: Server[] = []
const webhooks: string[] = []
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(async () => {
  await arrange(service.from('webhooks').delete().in('id', webhooks))
  for (const receiver of receivers) receiver.closeAllConnections()
  await removeTestData(testData)
})

/**
 * Another program: it answers with the status that `answers` holds, rejects events of the types in `rejects`, and keeps
 * those that it accepts.
 */
async function newReceiver() {
  const seen = { events: [] as Received[], answers: 200, rejects: [] as string[], asked: 0, secret: '' }
  const answer = async (request: IncomingMessage) => {
    seen.asked += 1
    const body = await text(request)
    if (seen.answers !== 200) return seen.answers
    const { headers } = request
    const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    const event = received.parse(new Webhook(seen.secret).verify(body, signed))
    if (seen.rejects.includes(event.type)) return 400
    seen.events.push({ ...event, id: String(headers['webhook-id']) })
    return 200
  }
  const server = createServer((request, response) => {
    answer(request).then(
      (status) => response.writeHead(status, { location: '/elsewhere' }).end('Thank you'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  receivers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { seen, url: `http://127.0.0.1:${port}/hook` }
}

const save = (person: TestData['people']['ana'], wanted: object) =>
  call(person, 'webhooks', { save: { agency: testData.agencies.north, name: 'n8n', ...wanted } })

/** A webhook of North with a receiver of its own. */
async function newWebhook(...events: string[]) {
  const { seen, url } = await newReceiver()
  const { data } = await save(testData.people.ana, { url, events })
  const { id, secret } = z.object({ id: z.string(), secret: z.string() }).parse(data)
  webhooks.push(id)
  seen.secret = secret
  return { id, seen, url }
}

const send = () => call(testData.people.ana, 'webhooks', {})
const deliveriesOf = (id: string) =>
  arrange(testData.people.ana.db.from('webhook_deliveries').select('*').eq('webhook_id', id).order('created_at'))

/** Lets the time pass that a receiver is given after a failure. */
async function passTime(id: string) {
  const past = new Date(Date.now() - 1000).toISOString()
  await arrange(service.from('webhooks').update({ quiet_until: null }).eq('id', id))
  const waiting = service.from('webhook_deliveries').update({ next_try_at: past }).eq('webhook_id', id)
  await arrange(waiting.not('next_try_at', 'is', null))
}

/** Adds an event as if it had happened, been tried and been left waiting as `state` says. */
async function addDelivery(webhook: string, type: string, state: object = {}) {
  const id = crypto.randomUUID()
  const event = { id, webhook_id: webhook, type, object_id: id, data: {} }
  await arrange(service.from('webhook_deliveries').insert({ ...event, ...state }))
  return id
}

const before = (time: { days?: number; hours?: number }) => {
  const { days = 0, hours = 0 } = time
  return new Date(Date.now() - (days * 24 + hours) * 3_600_000).toISOString()
}

/** A client's review, which is published and then answered, and a step that is done. */
async function work() {
  const { client, project } = testData.work.north
  const { db } = testData.people.ana
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
  const row = { id: added, agency_id: testData.agencies.north, name: 'New', email: 'new@isolation.test' }
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
      const [webhook] = await arrange(testData.people.ana.db.from('webhooks').select('*').eq('id', id))
      return webhook
    }, soon)
    .toMatchObject({ is_paused: true, paused_because: 'gone', told_at: expect.any(String) })
  await send()
  const ofPause = async () => (await outbox()).filter((mail) => /^Subject: A webhook is paused: n8n/m.test(mail))
  await expect.poll(async () => (await ofPause()).length, soon).toBeGreaterThan(0)
  expect(new Set((await ofPause()).map((mail) => /^To: (.*)$/m.exec(mail)?.[1])).size).toBe((await ofPause()).length)

  seen.answers = 200
  await arrange(testData.people.ana.db.from('webhooks').update({ is_paused: false }).eq('id', id))
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

it.each([
  ['pauses a webhook that has accepted nothing for three days', { is_paused: true, paused_because: 'failing' }, 80],
  ['gives up an event that a working webhook has rejected for three days', { is_paused: false }, 70],
])('[webhooks.md#delivery] %s', async (_what, webhook, hoursSinceAccepted) => {
  const { id, seen } = await newWebhook('step.done')
  seen.rejects = ['client.added']
  const accepted = { delivered_at: before({ hours: hoursSinceAccepted }), next_try_at: null }
  await addDelivery(id, 'step.done', accepted)
  const rejected = await addDelivery(id, 'client.added', { attempts: 70, first_tried_at: before({ days: 3 }) })
  await send()
  await expect
    .poll(() => arrange(service.from('webhook_deliveries').select('*').eq('id', rejected)), soon)
    .toMatchObject([{ last_status: 400, next_try_at: webhook.is_paused ? expect.any(String) : null }])
  expect(await arrange(service.from('webhooks').select('*').eq('id', id))).toMatchObject([webhook])
})

it('[webhooks.md#delivery] tries a test once, follows no redirect, and sends again with the same id', async () => {
  const { id, seen } = await newWebhook('step.done')
  const { db } = testData.people.ana
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
  const { ana, ben } = testData.people
  const events = ['step.done']
  const url = 'http://127.0.0.1:9/'
  expect(await save(ben, { url, events })).toMatchObject({ status: 403 })
  expect(await save(ana, { url, events, agency: testData.agencies.south })).toMatchObject({ status: 403 })
  for (const address of ['http://169.254.169.254/latest', 'https://10.0.0.1/', 'ftp://127.0.0.1/']) {
    expect(await save(ana, { url: address, events })).toMatchObject({ status: 400 })
  }
  expect(await save(ana, { url: 'http://127.0.0.1:9/', events: ['everything'] })).toMatchObject({ status: 400 })
})
