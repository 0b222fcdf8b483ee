import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database, TransactionOptions } from '../database/database.ts'
import { Health } from '../health/health.ts'
import { parseConfig } from '../kernel/config/environment-variables.ts'
import { Metrics } from './metrics.ts'
import { metricsEndpoint } from './metrics-endpoint.ts'

const METRICS_TOKEN = 'a token of a Prometheus'

let app: FastifyInstance
let metrics: Metrics
beforeEach(async () => {
  metrics = await Metrics.open()
  app = await serverWith(metrics, { METRICS_TOKEN })
})
afterEach(() => app.close())

async function serverWith(metrics: Metrics | undefined, env: Record<string, string> = {}) {
  const server = Fastify()
  server.decorate('config', parseConfig({ DATA_DIR: '.', ...env }))
  const health = new Health(server.log)
  health.add({
    name: 'mails',
    check: async () => ({ status: 'undelivered', serves: true, counts: { waiting: 3, undelivered: 2 } }),
  })
  health.add({ name: 'backup', check: async () => ({ status: 'ok', counts: { hours: 5 } }) })
  server.decorate('health', health)
  server.register(metricsEndpoint, { metrics })
  server.get('/clients/:id', async () => 'a client')
  await server.ready()
  return server
}

const scrape = (authorization = `Bearer ${METRICS_TOKEN}`) =>
  app.inject({ url: '/metrics', headers: { authorization } })
const lines = async () => (await scrape()).body.split('\n')

describe('GET /metrics', () => {
  it('is for whoever shows the token, and not there without that setting', async () => {
    expect(await scrape()).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': expect.stringMatching(/^text\/plain; version=0.0.4/) },
    })
    for (const wrong of ['', 'Bearer', `Bearer ${METRICS_TOKEN}s`, METRICS_TOKEN]) {
      expect((await scrape(wrong)).statusCode).toBe(401)
    }
    const closed = await serverWith(undefined)
    expect((await closed.inject('/metrics')).statusCode).toBe(404)
    await closed.close()
  })

  it('counts requests by route and status, whatever their addresses', async () => {
    for (const path of ['/clients/1', '/clients/2', '/clients/3?token=secret', '/nothing/1', '/nothing/2'])
      await app.inject(path)
    const text = (await lines()).filter((line) => line.startsWith('http_request_duration_seconds_count'))
    expect(text).toEqual([
      'http_request_duration_seconds_count{method="GET",route="/clients/:id",status="200"} 3',
      'http_request_duration_seconds_count{method="GET",route="*",status="404"} 2',
    ])
  })

  it('says how the parts of /health are, with the mails and the age of the backup', async () => {
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'engine_part_is_well{part="mails"} 0',
        'engine_part_is_well{part="backup"} 1',
        'engine_is_serving 1',
        ...[
          'engine_mails{state="waiting"} 3',
          'engine_mails{state="undelivered"} 2',
          'engine_backup_age_seconds 18000',
        ],
      ]),
    )
  })

  it('leaves out what cannot be told just now, and nothing else', async () => {
    metrics.gauge({ name: 'broken', help: 'Fails.', read: () => Promise.reject(new Error('away')) })
    metrics.gauge({ name: 'sockets', help: 'Open ones.', read: () => 7 })
    const text = await lines()
    expect(text).toContain('sockets 7')
    expect(text.filter((line) => line.startsWith('broken'))).toEqual([])
  })
})

it('measures how long transactions waited and were worked on, also those that fail', async () => {
  const run = async (options: TransactionOptions) => {
    options.onSpent?.(20)
    options.onSpent?.(30)
    throw new Error('refused')
  }
  const stub: Database = {
    run,
    transaction: run,
    listen: async () => {},
    session: () => Promise.reject(new Error('Nothing here runs outside of a transaction.')),
    close: async () => {},
    pool: () => ({ busy: 2, idle: 1, waiting: 4 }),
  }
  const database = metrics.measure(stub)
  const told: number[] = []
  await expect(database.run({ onSpent: (ms) => told.push(ms) }, { text: '' })).rejects.toThrow('refused')
  await expect(database.transaction({}, async () => {})).rejects.toThrow('refused')
  expect(told).toEqual([20, 30])
  expect(await lines()).toEqual(
    expect.arrayContaining([
      ...[
        'engine_database_work_seconds_count 2',
        'engine_database_work_seconds_sum 0.1',
        'engine_database_transactions 0',
      ],
      'engine_database_connections{state="busy"} 2',
      'engine_database_connections{state="waiting"} 4',
    ]),
  )
})
