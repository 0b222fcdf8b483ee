import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { copyFirstStart, freePort, keysOf, startEngineProcess } from 'engine/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signIn } from './simulated-people.ts'
import { type RunningProxy, startCaddy, startNginx } from './start-proxy.ts'

/**
 * Tests a server behind the sample configurations of Caddy and nginx, each of which ends TLS with a certificate of its
 * own.
 */
const LARGE = 9 * 1024 * 1024
const dataDir = await mkdtemp(join(tmpdir(), 'mainstreet-proxies-'))
await copyFirstStart(dataDir, { program: 'main.ts', seed: true })
const port = await freePort()
const address = `127.0.0.1:${port}`
const proxies: Record<string, (url: string) => Promise<RunningProxy>> = {
  Caddy: (url) => startCaddy('caddy/Caddyfile', url, { SERVERS: address }),
  nginx: (url) => startNginx(Number(new URL(url).port), [address]),
}
const start = (url: string) =>
  startEngineProcess({ program: 'main.ts', dataDir, seed: true, env: { PORT: String(port), SITE_URL: url } })

// Certificates are not verified, since Node does not trust these self-signed ones.
beforeEach(() => void vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'))
afterEach(() => void vi.unstubAllEnvs())
afterAll(() => rm(dataDir, { recursive: true, force: true }))

describe.each(Object.keys(proxies))('the sample for %s', (kind) => {
  it('lets pages, sign-in, rows, a large file, a channel and the chat through', async () => {
    const url = `https://localhost:${await freePort()}`
    const server = await start(url)
    try {
      await using _proxy = await proxies[kind]?.(url)
      const page = await fetch(`${url}/pricing`)
      expect(page.status).toBe(200)
      expect(page.headers.get('strict-transport-security')).toMatch(/max-age/)
      const { anonKey, serviceRoleKey } = await keysOf(dataDir)
      const { db, token } = await signIn(url, anonKey, 'ana@north.test')
      const { data: clients } = await db.from('clients').select('name')
      expect(clients).not.toHaveLength(0)
      expect(await sizeThereAndBack(createClient(url, serviceRoleKey, { auth: { persistSession: false } }))).toBe(LARGE)
      expect(await heardInChannel(db, 'Good morning')).toBe('Good morning')
      expect(await welcomeOfChat(url, token)).toBe('auth_success')
    } finally {
      await server.end('SIGTERM')
    }
  })
})

it('a request waits behind Caddy while the server starts anew', async () => {
  const url = `https://localhost:${await freePort()}`
  const before = await start(url)
  await using _proxy = await proxies.Caddy?.(url)
  const stopped = before.end('SIGTERM')
  const meanwhile = fetch(`${url}/pricing`)
  await stopped
  const after = await start(url)
  try {
    expect((await meanwhile).status).toBe(200)
  } finally {
    await after.end('SIGTERM')
  }
})

async function sizeThereAndBack({ storage }: SupabaseClient): Promise<number | undefined> {
  const files = storage.from('client-update-files')
  const body = new Blob(['%PDF-1.7 ', Buffer.alloc(LARGE - 9, 'large ')], { type: 'application/pdf' })
  const path = `${crypto.randomUUID()}/${Date.now()}_large.pdf`
  const { error } = await files.upload(path, body, { contentType: 'application/pdf' })
  if (error) throw error
  return (await files.download(path)).data?.size
}

async function heardInChannel(db: SupabaseClient, words: string): Promise<unknown> {
  const channel = db.channel('square', { config: { broadcast: { self: true } } })
  const heard = Promise.withResolvers<unknown>()
  channel.on('broadcast', { event: 'said' }, ({ payload }) => heard.resolve(payload.words))
  await new Promise<void>((resolve) => {
    channel.subscribe((status) => status === 'SUBSCRIBED' && resolve())
  })
  await channel.send({ type: 'broadcast', event: 'said', payload: { words } })
  await heard.promise
  await db.removeAllChannels()
  return heard.promise
}

async function welcomeOfChat(url: string, token: string): Promise<unknown> {
  const chat = new WebSocket(`${url.replace(/^http/, 'ws')}/functions/v1/chat`)
  const answered = new Promise((resolve) =>
    chat.addEventListener('message', ({ data }) => resolve(JSON.parse(data).type)),
  )
  chat.addEventListener('open', () => chat.send(JSON.stringify({ type: 'auth', token, roomId: 'general' })))
  await answered
  chat.close()
  return answered
}
