/**
 * A server behind the samples for Caddy and nginx, each with TLS: pages, sign-in, rows, a large file, a channel, the chat,
 * and a restart meanwhile. `node trials/proxies.ts`.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { freePort, keysOf, startEngineProcess } from 'engine/testing'
import { signIn } from './people.ts'
import { type RunningProxy, startCaddy, startNginx } from './proxy.ts'

// The proxies show certificates of their own.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
const LARGE = 9 * 1024 * 1024

await using all = new AsyncDisposableStack()
const dataDir = await mkdtemp(join(tmpdir(), 'mainstreet-proxies-'))
all.defer(() => rm(dataDir, { recursive: true, force: true }))
const port = await freePort()
const address = `127.0.0.1:${port}`

for (const kind of ['Caddy', 'nginx']) {
  const url = `https://localhost:${await freePort()}`
  const start = () =>
    startEngineProcess({ program: 'main.ts', dataDir, seed: true, env: { PORT: String(port), SITE_URL: url } })
  let server = await start()
  try {
    await using proxy =
      kind === 'Caddy'
        ? await startCaddy('caddy/Caddyfile', url, { SERVERS: address })
        : await startNginx(Number(new URL(url).port), [address])
    await tryEverything(kind, proxy)
    if (kind === 'Caddy') {
      const restarted = server.end('SIGTERM')
      const meanwhile = fetch(`${url}/pricing`)
      await restarted
      server = await start()
      assert.equal((await meanwhile).status, 200)
      console.log('ok: Caddy: a request waits while the server starts anew')
    }
  } finally {
    await server.end('SIGTERM')
  }
}

async function tryEverything(kind: string, { url }: RunningProxy) {
  const ok = (what: string) => console.log(`ok: ${kind}: ${what}`)
  const page = await fetch(`${url}/pricing`)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('strict-transport-security') ?? '', /max-age/)
  ok('a page, and that the site has TLS')
  const { anonKey, serviceRoleKey } = await keysOf(dataDir)
  const { db, token } = await signIn(url, anonKey, 'ana@north.test')
  const { data: clients } = await db.from('clients').select('name')
  assert.ok(clients?.length)
  ok('sign-in and rows')

  const files = createClient(url, serviceRoleKey, { auth: { persistSession: false } }).storage.from(
    'client-update-files',
  )
  const body = new Blob(['%PDF-1.7 ', Buffer.alloc(LARGE - 9, 'large ')], { type: 'application/pdf' })
  const path = `${crypto.randomUUID()}/${Date.now()}_large.pdf`
  assert.equal((await files.upload(path, body, { contentType: 'application/pdf' })).error, null)
  assert.equal((await files.download(path)).data?.size, LARGE)
  ok('a file of 9 MB, there and back')

  const channel = db.channel('square', { config: { broadcast: { self: true } } })
  const heard = Promise.withResolvers<unknown>()
  channel.on('broadcast', { event: 'said' }, ({ payload }) => heard.resolve(payload.words))
  await new Promise<void>((resolve) => {
    channel.subscribe((status) => status === 'SUBSCRIBED' && resolve())
  })
  await channel.send({ type: 'broadcast', event: 'said', payload: { words: 'Good morning' } })
  assert.equal(await heard.promise, 'Good morning')
  await db.removeAllChannels()
  ok('a WebSocket to Realtime')

  const chat = new WebSocket(`${url.replace(/^http/, 'ws')}/functions/v1/chat`)
  const answered = new Promise((resolve) =>
    chat.addEventListener('message', ({ data }) => resolve(JSON.parse(data).type)),
  )
  chat.addEventListener('open', () => chat.send(JSON.stringify({ type: 'auth', token, roomId: 'general' })))
  assert.equal(await answered, 'auth_success')
  chat.close()
  ok('a WebSocket to the chat')
}
