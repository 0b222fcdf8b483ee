import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadProject } from '../assembly/config-toml.ts'
import { inProcessBus } from '../bus/in-process-bus.ts'
import type { Database } from '../database/database.ts'
import { health } from '../health/index.ts'
import { parseConfig } from '../kernel/config/environment-variables.ts'
import { everyTable } from '../testing/feature-tables.ts'
import { noMails } from '../testing/no-mails.ts'
import { throwawayDatabase } from '../testing/throwaway-database.ts'
import { loadKeys } from '../tokens/key-file.ts'
import { createTokens } from '../tokens/tokens.ts'
import type { StorageFeature } from './feature.ts'
import { openFiles } from './files/open-file-store.ts'
import { storage } from './index.ts'

const engine = join(import.meta.dirname, '..')
/** The folder of each feature, and its modules that are loaded even where the feature is off. */
const folders = ['images', 's3']
const light = ['index.ts', 'section.ts', 'variables.ts']

/** The modules of this package that a module imports; `now` excludes dynamic imports. */
function importsOf(file: string, { now = false } = {}): string[] {
  const text = readFileSync(file, 'utf8')
  const statics = Array.from(text.matchAll(/^(?:import|export)\s+(?!type\b)[^;'"]*?from '(\.[^']+)'/gm), ([, to]) => to)
  const others = Array.from(text.matchAll(/(?:import\(|^import type[^'"]*?from )\s*'(\.[^']+)'/gm), ([, to]) => to)
  return (now ? statics : [...statics, ...others]).map((to = '') => resolve(dirname(file), to))
}

const modules = readdirSync(engine, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/node_modules|sample-projects/.test(file))
  .map((file) => join(engine, file))

describe.each(folders)('the folder %s', (folder) => {
  const inside = join(import.meta.dirname, folder, '/')

  it('is named by the list of features, and by nobody else', () => {
    const naming = modules.filter(
      (file) => !file.startsWith(inside) && importsOf(file).some((to) => to.startsWith(inside)),
    )
    expect(naming.map((file) => relative(engine, file))).toEqual(['storage/features.ts'])
  })

  it('is not loaded where its feature is off', () => {
    const seen = new Set<string>()
    const waiting = [join(inside, 'index.ts')]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      waiting.push(...importsOf(file, { now: true }))
    }
    const own = [...seen].filter((file) => file.startsWith(inside)).map((file) => relative(inside, file))
    expect(own.filter((file) => !light.includes(file))).toEqual([])
  })
})

describe('the service', () => {
  let home: string
  let database: Database & AsyncDisposable
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'storage-features-'))
    database = await throwawayDatabase(undefined, { features: everyTable })
  })
  afterAll(async () => {
    await database[Symbol.asyncDispose]()
    await rm(home, { recursive: true, force: true })
  })

  async function serviceWith(options: { features?: readonly StorageFeature[] }, toml = '') {
    await writeFile(join(home, 'config.toml'), toml)
    const config = parseConfig({ DATA_DIR: home })
    const tokens = await createTokens(await loadKeys(join(home, 'keys.json')))
    const app = Fastify()
    app.decorate('config', config)
    app.decorate('project', await loadProject(home, {}))
    app.decorate('database', database)
    app.decorate('tokens', tokens)
    app.decorate('bus', inProcessBus())
    app.decorate('mailer', { async send() {}, async check() {} })
    app.decorate('mails', noMails)
    app.decorate('files', await openFiles(config))
    app.register(health, { ownParts: async () => [] })
    app.register(storage, { prefix: '/storage/v1', ...options })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const authorization = `Bearer ${tokens.serviceRoleKey}`
    return {
      close: () => app.close(),
      async call(method: 'GET' | 'POST', url: string, payload?: object | string) {
        const headers = {
          authorization,
          'content-type': typeof payload === 'string' ? 'text/plain' : 'application/json',
        }
        const body = typeof payload === 'object' ? JSON.stringify(payload) : payload
        const response = await fetch(`${address}/storage/v1${url}`, {
          method,
          headers,
          ...(body !== undefined && { body }),
        })
        const text = await response.text()
        return { status: response.status, text, json: (): unknown => JSON.parse(text) }
      },
    }
  }

  const further: readonly ['GET' | 'POST', string, number, object?][] = [
    ['POST', '/vector/ListVectorBuckets', 501, {}],
    ['GET', '/iceberg/bucket', 501],
    ['GET', '/s3/', 404],
  ]

  it.each([
    ['without any feature', { features: [] }],
    ['on a project that asks for none', {}],
  ])('takes files and gives them back, and has nothing else: %s', async (_, options) => {
    const { call, close } = await serviceWith(options)
    const name = crypto.randomUUID()
    expect((await call('POST', '/bucket', { name })).status).toBe(200)
    expect((await call('POST', `/object/${name}/a.txt`, 'a letter')).json()).toMatchObject({
      Key: `${name}/a.txt`,
    })
    expect((await call('GET', `/object/${name}/a.txt`)).text).toBe('a letter')
    const signed = await call('POST', `/object/sign/${name}/a.txt`, { expiresIn: 60, transform: {} })
    const { signedURL } = z.object({ signedURL: z.string() }).parse(signed.json())
    expect((await call('GET', signedURL)).text).toBe('a letter')
    expect((await call('POST', '/bucket', { name: 'events', type: 'ANALYTICS' })).json()).toMatchObject({
      code: 'FeatureNotEnabled',
    })
    for (const [method, url, status, payload] of further) expect((await call(method, url, payload)).status).toBe(status)
    await close()
  })

  it('has what config.toml asks for', async () => {
    const { call, close } = await serviceWith({}, '[storage.s3_protocol]\nenabled = true')
    // The request is not signed.
    expect((await call('GET', '/s3/')).status).toBe(403)
    await close()
  })
})
