import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { afterAll } from 'vitest'
import { loadProject } from '../../assembly/config-toml.ts'
import { inProcessBus } from '../../bus/in-process-bus.ts'
import type { Database, Row, Transaction } from '../../database/database.ts'
import { parseConfig } from '../../kernel/config/environment-variables.ts'
import type { FeatureTables } from '../../kernel/feature-tables.ts'
import { Slots } from '../../kernel/page-slots.ts'
import type { Mail } from '../../mail/mailer.ts'
import { MailQueue } from '../../mail/queue/mail-queue.ts'
import { everyTable } from '../../testing/feature-tables.ts'
import '../../testing/quick-hashing.ts'
import { throwawayDatabase } from '../../testing/throwaway-database.ts'
import { loadKeys } from '../../tokens/key-file.ts'
import { createTokens, type Tokens } from '../../tokens/tokens.ts'
import type { AuthFeature } from '../feature.ts'
import { auth } from '../index.ts'

export const password = 'harbor bakery'
const siteUrl = 'http://localhost:3000'

export type ServiceOptions = {
  /** The project's config.toml. */
  toml?: string
  /** Files of the project, such as mail templates, by path. */
  files?: Record<string, string>
  rateLimits?: boolean
  /** The public address, as in SITE_URL; null where it is not set. */
  address?: string | null
  /** The behaviour of the mail server; by default it accepts every mail. */
  send?: (mail: Mail) => Promise<void>
  /** The mail server's host; left out, mails go into a folder. */
  host?: string
  /** The features of the service; by default all. */
  features?: readonly AuthFeature[]
}

/**
 * The test bed of one file: an embedded database with the tables of these features, and auth services with settings of
 * their own on it.
 */
export async function createTestBed(tables: readonly FeatureTables[] = everyTable) {
  const folder = await mkdtemp(join(tmpdir(), 'engine-auth-'))
  const database = await throwawayDatabase(undefined, { features: tables })
  const tokens = await createTokens(await loadKeys(join(folder, 'keys.json')))
  afterAll(async () => {
    await database[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  return {
    tokens,
    sql: <T extends Row>(text: string, values: unknown[] = []) => database.run<T>({}, { text, values }),
    script: (text: string) => database.transaction({}, (tx) => tx.query(text)),
    transaction: <T>(work: (tx: Transaction) => Promise<T>) => database.transaction({}, work),

    service: async (options: ServiceOptions = {}) =>
      callerOf(await startService({ folder, database, tokens }, options)),
  }
}

type TestBedParts = { folder: string; database: Database; tokens: Tokens }

/** A service with access to its inside, and the mails that it sends. */
type Service = { app: FastifyInstance; scope: FastifyInstance; mails: Mail[]; routes: string[] }

async function startService(
  { folder, database, tokens }: TestBedParts,
  {
    toml = '',
    files = {},
    rateLimits = false,
    address = siteUrl,
    send = async () => {},
    host,
    features,
  }: ServiceOptions,
): Promise<Service> {
  const dir = join(await mkdtemp(join(folder, 'project-')), 'supabase')
  await mkdir(dir)
  await writeFile(join(dir, 'config.toml'), toml)
  for (const [path, text] of Object.entries(files)) await writeFile(join(dir, path), text)
  const mails: Mail[] = []
  const app = Fastify()
  const env = { DATA_DIR: folder, SITE_URL: address ?? '', RATE_LIMITS: rateLimits ? 'on' : 'off' }
  app.decorate('config', parseConfig(env))
  app.decorate('project', await loadProject(dir, {}))
  app.decorate('database', database)
  app.decorate('tokens', tokens)
  app.decorate('bus', inProcessBus())
  const mailer = {
    async send(mail: Mail) {
      await send(mail)
      mails.push(mail)
    },
    async check() {},
    ...(host !== undefined && { host }),
  }
  // Not started: of several services on one database, each sends its own mails.
  app.decorate('mailer', mailer)
  app.decorate('mails', new MailQueue(app))
  app.decorate('slots', new Slots())
  const routes: string[] = []
  app.addHook('onRoute', ({ method, url }) => void routes.push(`${method} ${url.replace('/auth/v1', '')}`))
  let scope: FastifyInstance = app
  app.register(
    async (inner) => {
      scope = inner
      await auth(inner, features && { features })
    },
    { prefix: '/auth/v1' },
  )
  await app.ready()
  return { app, scope, mails, routes }
}

type CallOptions = { body?: unknown; token?: string; from?: string; version?: string }

/** The requests that a test makes to the service. */
function callerOf({ app, scope, mails, routes }: Service) {
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, options: CallOptions = {}) => {
    const { body, token, from = '192.0.2.1', version = '2024-01-01' } = options
    const request: InjectOptions = { method, url: `/auth/v1${path}`, remoteAddress: from, headers: {} }
    request.headers = {
      'x-supabase-api-version': version,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    if (body !== undefined) request.payload = JSON.stringify(body)
    const response = await app.inject(request)
    const isJson = response.headers['content-type']?.toString().startsWith('application/json')
    return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : undefined }
  }
  return {
    /** Sends every waiting mail, whichever service queued it. */
    async sendDue() {
      await app.database.run({}, { text: 'update mail.mails set due_at = now()' })
      await new MailQueue(app).sendDue()
    },
    /** The inside of the service, for calling its functions. */
    scope,
    mails,
    /** All of the service's routes, such as `POST /otp`. */
    routes,
    call,
    signUp: (email: string, data = {}) => call('POST', '/signup', { body: { email, password, data } }),
    signIn: (email: string, secret = password, from?: string) =>
      call('POST', '/token?grant_type=password', {
        body: { email, password: secret },
        ...(from !== undefined && { from }),
      }),
    refresh: (token: string) => call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } }),
    /** Signs up and opens the link of the mail. */
    async confirmed(email: string) {
      await call('POST', '/signup', { body: { email, password } })
      return call('GET', linkOf(mails.at(-1)))
    },
  }
}

/** The path of a mail's link, below this service. */
export function linkOf(mail: Mail | undefined): string {
  const [link = ''] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? []
  return link.replace(`${siteUrl}/auth/v1`, '')
}

export type ServiceCall = Pick<ReturnType<typeof callerOf>, 'call'>
