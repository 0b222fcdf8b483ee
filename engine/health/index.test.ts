import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { loadProject } from '../assembly/config-toml.ts'
import { engineHealthParts } from '../assembly/health-parts.ts'
import { inProcessBus } from '../bus/in-process-bus.ts'
import type { Database } from '../database/database.ts'
import { embeddedDatabase } from '../database/embedded/embedded-database.ts'
import { Draining } from '../gateway/draining.ts'
import { parseConfig } from '../kernel/config/environment-variables.ts'
import { Slots } from '../kernel/page-slots.ts'
import { createMailer } from '../mail/mailer.ts'
import { failingParts } from '../monitoring/failing-parts.ts'
import { type FileStore, StoreRefuses } from '../storage/files/file-store.ts'
import { openFiles } from '../storage/files/open-file-store.ts'
import { noMails } from '../testing/no-mails.ts'
import { loadKeys } from '../tokens/key-file.ts'
import { createTokens, type Tokens } from '../tokens/tokens.ts'
import { health } from './index.ts'
import type { MayReadDetails } from './may-read-details.ts'

let dataDir = ''
let database: Database
let tokens: Tokens
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'engine-health-'))
  tokens = await createTokens(await loadKeys(join(dataDir, 'keys.json')))
  database = await embeddedDatabase(join(dataDir, 'db'))
  await database.run({}, { text: 'select 1' })
})
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
  mayReadDetails?: MayReadDetails
}

const METRICS = 'the token of metrics'
const keys = { authorization: `Bearer ${METRICS}` }

async function serverWith({ env = {}, started, draining, undelivered = 0, store, mayReadDetails }: Surroundings = {}) {
  const config = parseConfig({ DATA_DIR: dataDir, METRICS_TOKEN: METRICS, ...env })
  const app = Fastify()
  app.decorate('config', config)
  app.decorate('database', database)
  app.decorate('tokens', tokens)
  const files = await openFiles(config)
  app.decorate('files', store ? { ...files, store } : files)
  const project = await loadProject(join(import.meta.dirname, '../contract/project'))
  app.decorate('mailer', createMailer(config, project.config, new Slots()))
  app.decorate('mails', { ...noMails, counts: async () => ({ waiting: 2, undelivered }) })
  app.decorate(
    'bus',
    env.REDIS_URL ? { ...inProcessBus(), check: () => Promise.reject(new Error('gone')) } : inProcessBus(),
  )
  app.register(health, { ownParts: engineHealthParts, started, draining, ...(mayReadDetails && { mayReadDetails }) })
  await app.ready()
  return async (headers: Record<string, string> = keys) => {
    const begun = performance.now()
    const response = await app.inject({ url: '/health', headers })
    return { status: response.statusCode, body: response.json(), tookMs: performance.now() - begun }
  }
}

const ok = { status: 'ok', ms: expect.any(Number) }

/** Asks until the answer is this one: a part of a busy machine may be slower than the check is patient. */
const expectAnswer = (ask: () => Promise<object>, answer: object) => expect.poll(() => ask()).toMatchObject(answer)

it('says of each part how it is, and how long that took', async () => {
  const ask = await serverWith()
  await expectAnswer(ask, {
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
  await expectAnswer(well, { body: { mails: 'ok', parts: { mails: { waiting: 2, undelivered: 0 } } } })
  const ask = await serverWith({ undelivered: 1 })
  await expectAnswer(ask, {
    status: 200,
    body: { status: 'degraded', mails: 'undelivered', parts: { mails: { undelivered: 1 } } },
  })
})

const stranger = {}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

it('tells strangers the status and which part fails: no number, and nothing of single mails', async () => {
  const well = { status: 'ok', failing: [] }
  for (const undelivered of [0, 1]) {
    const ask = await serverWith({ undelivered })
    for (const headers of [stranger, bearer('nonsense'), bearer(tokens.anonKey)]) {
      expect(await ask(headers)).toMatchObject({ status: 200, body: well })
      expect((await ask(headers)).body).toEqual(well)
    }
  }
  const away = await serverWith({ env: { MAIL_URL: 'smtp://127.0.0.1:1' }, undelivered: 1 })
  expect((await away(stranger)).body).toEqual({ status: 'degraded', failing: ['mail'] })
})

it('tells details to the service key, and to whom the project lets read them', async () => {
  const asked: string[] = []
  const mayReadDetails = async (token: string) => asked.push(token) > 0 && token === superAdmin
  const person = { role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 60 }
  const superAdmin = await tokens.sign({ ...person, sub: '00000000-0000-0000-0000-00000000000a' })
  const staff = await tokens.sign({ ...person, sub: '00000000-0000-0000-0000-00000000000b' })
  const ask = await serverWith({ mayReadDetails })
  const details = { mails: 'ok', parts: { mails: { waiting: 2 } } }
  expect((await ask(bearer(tokens.serviceRoleKey))).body).toMatchObject(details)
  expect((await ask(bearer(superAdmin))).body).toMatchObject(details)
  expect((await ask(bearer(staff))).body).not.toHaveProperty('parts')
  // A token without a valid signature is not passed on to the project.
  expect((await ask(bearer(`${superAdmin}x`))).body).not.toHaveProperty('parts')
  expect(asked).toEqual([superAdmin, staff])
  const broken = await serverWith({ mayReadDetails: () => Promise.reject(new Error('away')) })
  expect((await broken(bearer(superAdmin))).body).not.toHaveProperty('parts')
})

it('sends load balancers away from a server that is about to stop', async () => {
  const draining = new Draining()
  const ask = await serverWith({ draining })
  await expectAnswer(ask, { status: 200 })
  void draining.begin(0)
  await expectAnswer(ask, { status: 503, body: { status: 'stopping' } })
})

it('serves on without mail and without Redis, and says so', async () => {
  const ask = await serverWith({ env: { MAIL_URL: 'smtp://127.0.0.1:1', REDIS_URL: 'redis://127.0.0.1:1' } })
  const degraded = { status: 'degraded', database: 'ok', mail: 'no answer', redis: 'no answer' }
  await expectAnswer(ask, { status: 200, body: degraded })
  expect(JSON.stringify((await ask()).body)).not.toMatch(/127|ECONN/)
})

it('serves on without a bucket that no longer takes the keys, says so, and has somebody told what to do', async () => {
  const { store } = await openFiles(parseConfig({ DATA_DIR: dataDir }))
  const check = () => Promise.reject(new StoreRefuses('403', undefined))
  const { status, body } = await (await serverWith({ store: { ...store, check } }))()
  expect([status, body]).toMatchObject([200, { status: 'degraded', storage: 'refused' }])
  expect(failingParts(body)).toMatchObject([
    { part: 'storage', words: expect.stringMatching(/Set keys that may read/) },
  ])
})

it('asks for patience until the server has started', async () => {
  const started = Promise.withResolvers<void>()
  const ask = await serverWith({ started: started.promise })
  await expectAnswer(ask, { status: 503, body: { status: 'starting' } })
  started.resolve()
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: 20_000 })
})

it('answers within a second, and 503, while the database is stuck', async () => {
  const ask = await serverWith()
  const { promise: untilReleased, resolve: release } = Promise.withResolvers<void>()
  // The embedded database has one connection, which this transaction holds until the answer is there.
  const stuck = database.transaction({}, () => untilReleased)
  // A second, and what a busy machine takes besides.
  expect((await ask()).tookMs).toBeLessThan(4_000)
  const body = { status: 'unavailable', database: 'no answer', storage: 'ok', mail: 'ok' }
  await expectAnswer(ask, { status: 503, body })
  release()
  await stuck
  await expectAnswer(ask, { status: 200, body: { database: 'ok' } })
})

it('says that the folder is gone, though the database still answers from memory', async () => {
  const ask = await serverWith()
  await rm(dataDir, { recursive: true })
  await expectAnswer(ask, {
    status: 503,
    body: { status: 'unavailable', database: 'ok', disk: 'gone', storage: 'gone', mail: 'gone' },
  })
  // A new folder of that name contains nothing that users have stored.
  await mkdir(join(dataDir, 'db'), { recursive: true })
  await expectAnswer(ask, { status: 503, body: { disk: 'gone' } })
})
