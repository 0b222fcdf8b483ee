import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll } from 'vitest'
import { z } from 'zod'
import { call } from './functions-client.ts'
import { arrange, service } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

export const soon = { timeout: 20_000, interval: 100 }
const received = z.object({ type: z.string(), timestamp: z.string(), data: z.record(z.string(), z.unknown()) })
type Received = z.infer<typeof received> & { id: string }

/** The webhooks of one file, with receivers on this machine. */
export function webhookScene() {
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

  return { testData: () => testData, save, newWebhook, send }
}

/** Adds an event as if it had happened, been tried and been left waiting as `state` says. */
export async function addDelivery(webhook: string, type: string, state: object = {}) {
  const id = crypto.randomUUID()
  const event = { id, webhook_id: webhook, type, object_id: id, data: {} }
  await arrange(service.from('webhook_deliveries').insert({ ...event, ...state }))
  return id
}

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
