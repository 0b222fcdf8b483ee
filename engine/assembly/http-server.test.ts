import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { inProcessBus } from '../bus/in-process-bus.ts'
import type { Database } from '../database/database.ts'
import { parseConfig } from '../kernel/config/environment-variables.ts'
import { Slots } from '../kernel/page-slots.ts'
import { createMailer } from '../mail/mailer.ts'
import { openFiles } from '../storage/files/open-file-store.ts'
import { migratedDatabase } from '../testing/migrated-database.ts'
import { loadKeys } from '../tokens/key-file.ts'
import { createTokens } from '../tokens/tokens.ts'
import { loadProject } from './config-toml.ts'
import { buildServer } from './http-server.ts'

let folder = ''
let database: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-server-'))
  await mkdir(join(folder, 'supabase'))
  database = await migratedDatabase(join(folder, 'db'), join(folder, 'supabase'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** A server with a project that consists of this config.toml alone. */
async function serverWith(toml: string) {
  await writeFile(join(folder, 'supabase', 'config.toml'), toml)
  const project = await loadProject(join(folder, 'supabase'), {})
  const config = parseConfig({ DATA_DIR: folder })
  const tokens = await createTokens(await loadKeys(join(folder, 'keys.json')))
  const files = await openFiles(config)
  const slots = new Slots()
  const mailer = createMailer(config, project.config, slots)
  const app = buildServer({ config, project, database, files, tokens, mailer, bus: inProcessBus(), slots }, {})
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return {
    project,
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    key: tokens.anonKey,
    async close() {
      await app.close()
      files.store.close()
    },
  }
}

/** For each section of config.toml, a path that it switches on. */
const addresses = {
  auth: '/auth/v1/health',
  api: '/rest/v1/',
  storage: '/storage/v1/bucket',
  realtime: '/realtime/v1/api/broadcast',
  edge_runtime: '/functions/v1/nothing',
}

const nothingHere = { message: 'no Route matched with those values' }

it.each(Object.keys(addresses))('without [%s] nothing is at its address, and the rest answers', async (section) => {
  const server = await serverWith(`[${section}]\nenabled = false\n`)
  expect(server.project.unknownSettings).toEqual([])
  for (const [name, path] of Object.entries(addresses)) {
    const headers = { apikey: server.key, 'content-type': 'text/unheard-of' }
    for (const request of [{ headers }, { headers, method: 'POST', body: '<' }]) {
      const response = await fetch(`${server.url}${path}`, request)
      const text = await response.text()
      if (name !== section) expect(text, path).not.toContain(nothingHere.message)
      else {
        expect([response.status, JSON.parse(text)], path).toEqual([404, nothingHere])
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
      }
    }
  }
  const socket = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.key}`
  expect(await answerTo(socket)).toBe(section === 'realtime' ? 404 : 'open')
  await server.close()
})

const answerTo = (address: string) =>
  new Promise((resolve) => {
    const socket = new WebSocket(address)
    socket.on('unexpected-response', (request, { statusCode }) => {
      resolve(statusCode)
      request.destroy()
    })
    socket.on('error', resolve)
    socket.on('open', () => {
      socket.close()
      resolve('open')
    })
  })
