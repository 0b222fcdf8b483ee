import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inProcessBus } from '../bus/in-process-bus.ts'
import { parseConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded.ts'
import { Draining } from '../gateway/draining.ts'
import { createMailer } from '../mail/mailer.ts'
import { whatIsAmiss } from '../monitoring/what-is-amiss.ts'
import { Slots } from '../site/slots.ts'
import { type FileStore, StoreRefuses } from '../storage/files/file-store.ts'
import { openFiles } from '../storage/files/open-files.ts'
import { loadProject } from '../supabase-project.ts'
import { noMails } from '../testing/no-mails.ts'
import { health } from './index.ts'

let dataDir = ''
let database: Database
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'engine-health-'))
  database = await embeddedDatabase(join(dataDir, 'db'))
  await database.run({}, { text: 'select 1' })
}, 60_000)
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

type Surroundings = {
  env?: NodeJS.ProcessEnv
  started?: Promise<void>
  draining?: Draining
  undelivered?: number
  store?: FileStore
}

async function serverWith({ env = {}, started, draining, undelivered = 0, store }: Surroundings = {}) {
  const config = parseConfig({ DATA_DIR: dataDir, ...env })
  const app = Fastify()
  app.decorate('config', config)
  app.decorate('database', database)
  const files = await openFiles(config)
  app.decorate('files', store ? { ...files, store } : files)
  const project = await loadProject(join(import.meta.dirname, '../contract/project'))
  app.decorate('mailer', createMailer(config, project.config, new Slots()))
  app.decorate('mails', { ...noMails, counts: async () => ({ waiting: 2, undelivered }) })
  app.decorate(
    'bus',
    env.REDIS_URL ? { ...inProcessBus(), check: () => Promise.reject(new Error('gone')) } : inProcessBus(),
  )
  app.register(health, { started, draining })
  await app.ready()
  return async () => {
    const begun = performance.now()
    const response = await app.inject('/health')
    return { status: response.statusCode, body: response.json(), tookMs: performance.now() - begun }
  }
}

const ok = { status: 'ok', ms: expect.any(Number) }

it('says of each part how it is, and how long that took', async () => {
  const ask = await serverWith()
  expect(await ask()).toMatchObject({
    status: 200,
    body: {
      database: 'ok',
      storage: 'ok',
      mail: 'ok',
      parts: { database: ok, disk: { ms: expect.any(Number) }, storage: ok, mail: ok },
    },
  })
})

it('counts the mails on their way, and serves on with some that were not delivered', async () => {
  const well = await serverWith()
  expect(await well()).toMatchObject({ body: { mails: 'ok', parts: { mails: { waiting: 2, undelivered: 0 } } } })
  const ask = await serverWith({ undelivered: 1 })
  expect(await ask()).toMatchObject({
    status: 200,
    body: { status: 'degraded', mails: 'undelivered', parts: { mails: { undelivered: 1 } } },
  })
})

it('sends load balancers away from a server that is about to stop', async () => {
  const draining = new Draining()
  const ask = await serverWith({ draining })
  expect(await ask()).toMatchObject({ status: 200 })
  void draining.begin(0)
  expect(await ask()).toMatchObject({ status: 503, body: { status: 'stopping' } })
})

it('serves on without mail and without Redis, and says so', async () => {
  const ask = await serverWith({ env: { MAIL_URL: 'smtp://127.0.0.1:1', REDIS_URL: 'redis://127.0.0.1:1' } })
  const { status, body } = await ask()
  expect([status, body]).toMatchObject([
    200,
    { status: 'degraded', database: 'ok', mail: 'no answer', redis: 'no answer' },
  ])
  expect(JSON.stringify(body)).not.toMatch(/127|ECONN/)
})

it('serves on without a bucket that no longer takes the keys, says so, and has somebody told what to do', async () => {
  const { store } = await openFiles(parseConfig({ DATA_DIR: dataDir }))
  const check = () => Promise.reject(new StoreRefuses('403', undefined))
  const { status, body } = await (await serverWith({ store: { ...store, check } }))()
  expect([status, body]).toMatchObject([200, { status: 'degraded', storage: 'refused' }])
  expect(whatIsAmiss(body)).toMatchObject([{ part: 'storage', words: expect.stringMatching(/Set keys that may read/) }])
})

it('asks for patience until the server has started', async () => {
  const started = Promise.withResolvers<void>()
  const ask = await serverWith({ started: started.promise })
  expect(await ask()).toMatchObject({ status: 503, body: { status: 'starting' } })
  started.resolve()
  await vi.waitFor(async () => expect((await ask()).status).toBe(200))
})

it('answers within a second, and 503, while the database is stuck', async () => {
  const ask = await serverWith()
  const stuck = database.run({}, { text: 'select pg_sleep(3)' })
  const { status, body, tookMs } = await ask()
  expect([status, body]).toMatchObject([
    503,
    { status: 'unavailable', database: 'no answer', storage: 'ok', mail: 'ok' },
  ])
  expect(tookMs).toBeLessThan(1500)
  await stuck
  await vi.waitFor(async () => expect(await ask()).toMatchObject({ status: 200, body: { database: 'ok' } }), {
    timeout: 10_000,
  })
})

it('says that the folder is gone, though the database still answers from memory', async () => {
  const ask = await serverWith()
  await rm(dataDir, { recursive: true })
  expect(await ask()).toMatchObject({
    status: 503,
    body: { status: 'unavailable', database: 'ok', disk: 'gone', storage: 'gone', mail: 'gone' },
  })
  // A new folder of that name has nothing of what people stored.
  await mkdir(join(dataDir, 'db'), { recursive: true })
  await vi.waitFor(async () => expect(await ask()).toMatchObject({ status: 503, body: { disk: 'gone' } }), {
    timeout: 10_000,
  })
})
