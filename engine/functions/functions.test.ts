import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { inProcessBus } from '../bus/in-process-bus.ts'
import { parseConfig } from '../config.ts'
import { stopInTime } from '../gateway/stop-in-time.ts'
import { loadProject } from '../project.ts'
import { loadKeys } from '../tokens/keys.ts'
import { createTokens } from '../tokens/tokens.ts'
import { functions } from './index.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'functions-'))
  await writeFile(join(dir, 'config.toml'), '[edge_runtime.secrets]\nCITY = "Bath"\nCOUNTRY = "England"\n')
})
afterEach(() => rm(dir, { recursive: true }))

async function write(name: string, source: string) {
  await mkdir(join(dir, 'functions', name), { recursive: true })
  await writeFile(join(dir, 'functions', name, 'index.ts'), source)
}

/** A server with the functions of `dir`, and a call that carries the anonymous key. */
async function serve(options: { timeoutMs?: number; silenceMs?: number; stopMs?: number } = {}) {
  const tokens = await createTokens(await loadKeys(join(dir, 'data/keys.json')))
  const log: string[] = []
  const logger = { level: 'error', stream: { write: (line: string) => void log.push(line) } }
  const app = Fastify({ logger })
  app.decorate('config', parseConfig({ DATA_DIR: join(dir, 'data') }))
  app.decorate('project', await loadProject(dir))
  app.decorate('tokens', tokens)
  app.decorate('mailer', { send: vi.fn(async () => {}), check: async () => {} })
  app.decorate('bus', inProcessBus())
  stopInTime(app, options.stopMs ?? 10_000)
  app.register(functions, { prefix: '/functions/v1', ...options })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${tokens.anonKey}` }
  return { app, log, url, headers, call: (path: string) => fetch(`${url}/functions/v1/${path}`, { headers }) }
}

const host = `globalThis[Symbol.for('edge-functions.host')]`

/** A function that never answers, and says who came and who went. */
const waitsUntilGone = `
  const seen = []
  export default { async fetch(request) {
    const name = request.url.split('/').at(-1)
    if (name === 'seen') return Response.json(seen)
    seen.push(name + ' there')
    request.signal.addEventListener('abort', () => seen.push(name + ' gone'))
    await new Promise(() => {})
  } }`

it('answers 504 for a function that takes too long, and drops the answer that comes after all', async () => {
  await write(
    'slow',
    `export default { fetch: () => new Promise((answer) => setTimeout(() => answer(new Response('late')), 200)) }`,
  )
  const { app, call } = await serve({ timeoutMs: 50 })
  const response = await call('slow')
  expect(response.status).toBe(504)
  expect(await response.json()).toMatchObject({
    code: 'IDLE_TIMEOUT',
    message: 'Request idle timeout limit (0.05s) reached',
  })
  await pause(200)
  await app.close()
})

it('cuts off an answer that begins and never ends', async () => {
  await write(
    'stuck',
    `export default { fetch: () => new Response(new ReadableStream({ start(body) { body.enqueue(new Uint8Array([1])) } })) }`,
  )
  const { app, call } = await serve({ timeoutMs: 2000 })
  const response = await call('stuck')
  expect(response.status).toBe(200)
  await expect(response.arrayBuffer()).rejects.toThrow()
  await app.close()
})

it('tells the function when the caller has gone, and goes on where it fails over that', async () => {
  await write(
    'patient',
    `const seen = []
    export default { async fetch(request) {
      if (request.url.endsWith('/seen')) return Response.json(seen)
      seen.push('there')
      request.signal.addEventListener('abort', () => {
        seen.push('gone from ' + ${host}.env('CITY'))
        throw new Error('I was not done')
      })
      await new Promise(() => {})
    } }`,
  )
  const { app, call, url, headers, log } = await serve()
  const seen = async () => (await call('patient/seen')).json()
  const caller = new AbortController()
  const answer = fetch(`${url}/functions/v1/patient`, { headers, signal: caller.signal })
  await expect.poll(seen).toEqual(['there'])
  caller.abort()
  await expect(answer).rejects.toThrow()
  await expect.poll(seen).toEqual(['there', 'gone from Bath'])
  await expect.poll(() => log).toEqual([expect.stringContaining('I was not done')])
  expect(await seen()).toEqual(['there', 'gone from Bath'])
  await app.close()
})

it('tells a function that waits for nothing else, however often memory was tidied up meanwhile', async () => {
  await write(
    'forgotten',
    `import { setFlagsFromString } from 'node:v8'
    import { runInNewContext } from 'node:vm'
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc')
    const seen = []
    export default { async fetch(request) {
      if (request.url.endsWith('/seen')) return Response.json(seen)
      if (request.url.endsWith('/tidy')) return new Response(String(collectGarbage()))
      seen.push('there')
      request.signal.addEventListener('abort', () => seen.push('gone'))
      await new Promise(() => {})
    } }`,
  )
  const { app, call, url, headers } = await serve()
  const seen = async () => (await call('forgotten/seen')).json()
  const caller = new AbortController()
  const answer = fetch(`${url}/functions/v1/forgotten`, { headers, signal: caller.signal })
  await expect.poll(seen).toEqual(['there'])
  await call('forgotten/tidy')
  caller.abort()
  await expect(answer).rejects.toThrow()
  await expect.poll(seen).toEqual(['there', 'gone'])
  await app.close()
})

it('tells the function when the caller has gone whose request came behind another on the same connection', async () => {
  await write('patient', waitsUntilGone)
  const { app, call, url, headers } = await serve()
  const seen = async () => (await call('patient/seen')).json()
  const connection = connect(Number(new URL(url).port), '127.0.0.1')
  const ask = (name: string) =>
    `GET /functions/v1/patient/${name} HTTP/1.1\r\nhost: here\r\nauthorization: ${headers.authorization}\r\n\r\n`
  connection.write(ask('first') + ask('second'))
  // Their tokens are checked at the same time.
  await expect.poll(seen).toEqual(expect.arrayContaining(['first there', 'second there']))
  connection.destroy()
  await expect.poll(seen).toEqual(expect.arrayContaining(['first gone', 'second gone']))
  await app.close()
})

it('tells the function when the caller has gone who asked for a WebSocket', async () => {
  await write('patient', waitsUntilGone)
  const { app, call, url, headers } = await serve()
  const seen = async () => (await call('patient/seen')).json()
  const request = http.request(`${url}/functions/v1/patient/socket`, {
    headers: {
      ...headers,
      upgrade: 'websocket',
      connection: 'upgrade',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version': '13',
    },
  })
  request.on('error', () => {}).end()
  await expect.poll(seen).toEqual(['socket there'])
  request.destroy()
  await expect.poll(seen).toEqual(['socket there', 'socket gone'])
  await app.close()
})

it('tells the function when the caller has gone in the middle of a body', async () => {
  await write(
    'reader',
    `const seen = []
    export default { async fetch(request) {
      if (request.method === 'GET') return Response.json(seen)
      seen.push('reads')
      await request.text().catch(({ message }) => seen.push(message))
    } }`,
  )
  const { app, call, url, headers } = await serve()
  const request = http.request(`${url}/functions/v1/reader`, { method: 'POST', headers })
  request.on('error', () => {}) // its own doing
  request.write('The beginning')
  const seen = async () => (await call('reader')).json()
  await expect.poll(seen).toEqual(['reads'])
  request.destroy()
  await expect.poll(seen).toEqual(['reads', 'The request ended before its body did.'])
  await app.close()
})

it('answers 500 with a response that was read already', async () => {
  await write(
    'used',
    `export default { async fetch() { const used = new Response('x'); await used.text(); return used } }`,
  )
  const { app, call, log } = await serve({ timeoutMs: 20_000 })
  expect((await call('used')).status).toBe(500)
  await expect.poll(() => log).toEqual([expect.stringContaining('ReadableStream is locked')])
  await app.close()
})

it('writes to the log what an error says, and nothing else that it holds', async () => {
  await write(
    'leaky',
    `export default { fetch() { throw Object.assign(new Error('Refused', { cause: new Error('Too late') }), { token: 'secret' }) } }`,
  )
  const { app, call, log } = await serve()
  expect((await call('leaky')).status).toBe(500)
  await expect.poll(() => log).toEqual([expect.stringMatching(/Refused.*Too late/)])
  expect(log.join()).not.toContain('secret')
  await app.close()
})

it('answers 500 for an error whose causes go round in circles', async () => {
  await write(
    'loop',
    `export default { fetch() { const error = new Error('around and around'); error.cause = error; throw error } }`,
  )
  const { app, call, log } = await serve({ timeoutMs: 20_000 })
  expect((await call('loop')).status).toBe(500)
  await expect.poll(() => log).toEqual([expect.stringContaining('around and around')])
  await app.close()
})

it('starts a repaired function without a restart of the server', async () => {
  await write('chat', `throw new Error('not yet')`)
  const { app, call } = await serve()
  expect((await call('chat')).status).toBe(503)
  await write('chat', `export default { fetch: () => new Response('hello') }`)
  await expect.poll(async () => (await call('chat')).status, { timeout: 3000, interval: 300 }).toBe(200)
  await app.close()
})

it('takes a module without a fetch of its own as broken', async () => {
  await write('method', `export default new (class { fetch() { return new Response('unseen on hosted') } })()`)
  const { app, call } = await serve()
  expect((await call('method')).status).toBe(503)
  await app.close()
})

it('asks what was given to Deno.serve what to answer when its handler throws', async () => {
  await write(
    'careful',
    `Deno.serve({ onError: ({ message }) => new Response(message, { status: 409 }) }, async () => { throw new Error('Taken') })`,
  )
  const { app, call } = await serve()
  const response = await call('careful')
  expect([response.status, await response.text()]).toEqual([409, 'Taken'])
  await app.close()
})

it('prefers the secrets of functions/.env', async () => {
  await write('where', `export default { fetch: () => Response.json([${host}.env('CITY'), ${host}.env('COUNTRY')]) }`)
  await writeFile(join(dir, 'functions/.env'), 'CITY=York\n')
  const { app, call } = await serve()
  expect(await (await call('where')).json()).toEqual(['York', 'England'])
  await app.close()
})

it('does not start without secrets that it cannot read', async () => {
  await mkdir(join(dir, 'functions/.env'), { recursive: true })
  await expect(serve()).rejects.toThrow('EISDIR')
})

it('gives functions the address of this very server', async () => {
  await write('where', `export default { fetch: () => new Response(${host}.env('SUPABASE_URL')) }`)
  const { app, call, url } = await serve()
  expect(new URL(await (await call('where')).text()).port).toBe(new URL(url).port)
  await app.close()
})

it('takes a body no larger than config.toml says, by its length or while it is read', async () => {
  await writeFile(join(dir, 'config.toml'), '[edge_runtime]\nmax_body_size = "64KiB"')
  await write('reads', 'export default { fetch: async (request) => new Response((await request.text()).length) }')
  const { app, url, headers } = await serve()
  const send = (body: string | ReadableStream) =>
    fetch(`${url}/functions/v1/reads`, { method: 'POST', headers, body, duplex: 'half' })
  expect(await (await send('x'.repeat(65_536))).text()).toBe('65536')
  const refused = { code: 'PAYLOAD_TOO_LARGE', message: 'Request body is larger than 65536 bytes' }
  const announced = await send('x'.repeat(65_537))
  expect([announced.status, await announced.json()]).toEqual([413, expect.objectContaining(refused)])

  const bytes = new TextEncoder().encode('x'.repeat(1000))
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(bytes) })
  const cut = await send(endless)
  expect([cut.status, await cut.json()]).toEqual([413, expect.objectContaining(refused)])
  await app.close()
})

it('tells functions where the call came from, whatever the caller says', async () => {
  await write('where', `export default { fetch: (request) => new Response(request.headers.get('x-forwarded-for')) }`)
  const { app, url, headers } = await serve()
  const response = await fetch(`${url}/functions/v1/where`, {
    headers: { ...headers, 'x-forwarded-for': '203.0.113.7' },
  })
  expect(await response.text()).toBe('127.0.0.1')
  await app.close()
})

it('stops only when what functions left running is done', async () => {
  await write(
    'leisurely',
    `export default { fetch() {
      ${host}.waitUntil(new Promise((done) => setTimeout(done, 150)).then(() => ${host}.sendMail({ to: 'ana@north.test' })))
      return new Response(null, { status: 204 })
    } }`,
  )
  const { app, call } = await serve()
  await call('leisurely')
  expect(app.mailer.send).not.toHaveBeenCalled()
  await app.close()
  expect(app.mailer.send).toHaveBeenCalledOnce()
})

it('hears a channel as the function that opened it, and goes on where it fails over that', async () => {
  await write(
    'listener',
    `const seen = []
    const onMessage = async (message) => {
      seen.push(message + ' in ' + ${host}.env('CITY'))
      throw new Error('I did not want to hear that')
    }
    export default { async fetch(request) {
      if (request.url.endsWith('/seen')) return Response.json(seen)
      await ${host}.openChannel('news', { onMessage, onGap() {} })
      return new Response('listening')
    } }`,
  )
  const { app, call, log } = await serve()
  expect(await (await call('listener')).text()).toBe('listening')
  app.bus.send('function:listener:news', 'Rain')
  const seen = async () => (await call('listener/seen')).json()
  await expect.poll(seen).toEqual(['Rain in Bath'])
  await expect.poll(() => log).toEqual([expect.stringContaining('I did not want to hear that')])
  expect(await seen()).toEqual(['Rain in Bath'])
  await app.close()
})

it('goes by the import map that config.toml names', async () => {
  const source = `import { hello } from 'greetings/hello.ts'\nDeno.serve(() => new Response(hello('Ana')))`
  for (const name of ['mapped', 'lost']) await write(name, source)
  await mkdir(join(dir, 'maps'))
  await writeFile(join(dir, 'maps/greetings.json'), '{ "imports": { "greetings/": "../words/" } }')
  await mkdir(join(dir, 'words'))
  await writeFile(join(dir, 'words/hello.ts'), "export const hello = (name: string) => 'Hello ' + name")
  const settings = ['mapped', 'lost'].map(
    (name) => `[functions.${name}]\nimport_map = "./maps/${name === 'lost' ? 'nowhere' : 'greetings'}.json"\n`,
  )
  await writeFile(join(dir, 'config.toml'), settings.join(''))
  const { app, call, log } = await serve()
  expect(await (await call('mapped')).text()).toBe('Hello Ana')
  expect((await call('lost')).status).toBe(503)
  await expect
    .poll(() => log)
    .toEqual([expect.stringMatching(/names the import map \S+nowhere\.json, which is not there/)])
  await app.close()
})

it('waits too for what that work left running in its turn', async () => {
  await write(
    'leisurely',
    `const host = ${host}
    const later = (work) => host.waitUntil(new Promise((done) => setTimeout(done, 100)).then(work))
    export default { fetch() {
      later(() => later(() => host.sendMail({ to: 'ana@north.test' })))
      return new Response(null, { status: 204 })
    } }`,
  )
  const { app, call } = await serve()
  await call('leisurely')
  await app.close()
  expect(app.mailer.send).toHaveBeenCalledOnce()
})

it('stops once an answer is out that was under way, whatever connection the caller keeps', async () => {
  await write(
    'leisurely',
    `let answer
    export default { fetch(request) {
      if (request.url.endsWith('/there')) return Response.json(answer !== undefined)
      return new Promise((resolve) => { answer = () => resolve(new Response('at last')); setTimeout(answer, 1000) })
    } }`,
  )
  const { app, call } = await serve()
  const answer = call('leisurely')
  await expect.poll(async () => (await call('leisurely/there')).json()).toBe(true)
  await app.close()
  expect(await (await answer).text()).toBe('at last')
})

it('stops after a while also where an answer has no end', async () => {
  await write(
    'endless',
    `export default { fetch: () => new Response(new ReadableStream({ pull: (body) => body.enqueue(new Uint8Array(10)) })) }`,
  )
  const { app, call } = await serve({ stopMs: 300 })
  const answer = await call('endless')
  await app.close()
  await expect(answer.arrayBuffer()).rejects.toThrow()
})

it('survives what a function left running and that fails', async () => {
  await write(
    'careless',
    `export default { fetch() { ${host}.waitUntil(Promise.reject(new Error('no'))); return new Response('fine') } }`,
  )
  const { app, call } = await serve()
  expect(await (await call('careless')).text()).toBe('fine')
  await app.close()
})

it('goes on when a listener of a socket fails, at once or later', async () => {
  await write(
    'chat',
    `export default { fetch(request) {
      const { socket, response } = ${host}.upgrade(request)
      socket.addEventListener('message', () => { throw new Error('at once') })
      socket.onmessage = async () => { throw new Error('later') }
      socket.addEventListener('message', ({ data }) => socket.send(data))
      return response
    } }`,
  )
  const { app, log, url, headers } = await serve()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/functions/v1/chat`, { headers })
  await once(socket, 'open')
  for (const words of ['Good morning', 'Good night']) {
    socket.send(words)
    expect(String((await once(socket, 'message'))[0])).toBe(words)
  }
  await expect.poll(() => log.filter((line) => line.includes('at once'))).toHaveLength(2)
  await expect.poll(() => log.filter((line) => line.includes('later'))).toHaveLength(2)
  socket.close()
  await app.close()
})

it('closes the sockets of its functions when it stops', async () => {
  await write('chat', `export default { fetch: (request) => ${host}.upgrade(request).response }`)
  const { app, url, headers } = await serve()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/functions/v1/chat`, { headers })
  await once(socket, 'open')
  const closed = once(socket, 'close')
  await app.close()
  expect((await closed)[0]).toBe(1001)
})

it.each([
  ['goes before the function has answered', true],
  ['does not finish the handshake', false],
])('closes the socket of a function whose caller %s', async (_, goes) => {
  await write(
    'chat',
    `const gate = Promise.withResolvers()
    const seen = []
    export default { async fetch(request) {
      if (request.url.endsWith('/answer')) gate.resolve()
      if (request.headers.get('upgrade') !== 'websocket') return Response.json(seen)
      seen.push('asked')
      await gate.promise
      const { socket, response } = ${host}.upgrade(request)
      ${host}.waitUntil(new Promise((closed) => { socket.onclose = closed }).then(({ code }) => seen.push(code)))
      return response
    } }`,
  )
  const { app, call, url, headers } = await serve()
  const seen = async () => (await call('chat')).json()
  await seen()
  // Without a version the handshake fails, once the function has answered.
  const request = http.request(`${url}/functions/v1/chat`, {
    headers: {
      ...headers,
      upgrade: 'websocket',
      connection: 'upgrade',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  })
  request
    .on('error', () => {})
    .on('response', (response) => response.resume())
    .end()
  await expect.poll(seen).toContain('asked')
  if (goes) request.destroy()
  await call('chat/answer')
  await expect.poll(seen).toEqual(['asked', 1006])
  await app.close()
})

describe('a function that breaks the thread of all functions', () => {
  const worse: [string, string, number, number, string][] = [
    ['computes without end', 'while (true) {}', 1000, 546, 'did not answer for 1 s'],
    ['ends the process', 'process.exit(3)', 60_000, 500, 'ended the thread'],
    [
      'takes all memory',
      'const all = []; while (true) all.push(new Array(1e4).fill(0.5))',
      60_000,
      546,
      'took too much',
    ],
    [
      'takes memory outside of the heap',
      'const all = []; setInterval(() => all.push(Buffer.alloc(5e7)), 50); return new Promise(() => {})',
      1000,
      546,
      'took too much memory',
    ],
  ]
  it.each(worse)('and %s is told so; the next call finds another thread', async (_, deed, silenceMs, status, words) => {
    await write('worse', `export default { fetch() { ${deed} } }`)
    await write('good', `let calls = 0; export default { fetch: () => new Response(String(++calls)) }`)
    const { app, call, log } = await serve({ silenceMs })
    expect(await (await call('good')).text()).toBe('1')
    const response = await call('worse')
    expect(response.status).toBe(status)
    const code = status === 546 ? 'WORKER_RESOURCE_LIMIT' : 'WORKER_ERROR'
    expect(await response.json()).toMatchObject({ code })
    expect(response.headers.get('sb-error-code')).toBe(code)
    expect(await (await call('good')).text()).toBe('1')
    expect(log).toHaveLength(1)
    expect(log[0]).toContain(`worse ${words}`)
    await app.close()
  })

  it('does not take for its own what a function says to whoever started the thread', async () => {
    await write(
      'worker',
      `import { parentPort } from 'node:worker_threads'
      export default { fetch() {
        for (const message of [undefined, null, 'ready', {}]) parentPort.postMessage(message)
        return new Response('fine')
      } }`,
    )
    const { app, call } = await serve()
    expect(await (await call('worker')).text()).toBe('fine')
    expect(await (await call('worker')).text()).toBe('fine')
    await app.close()
  })

  it('stops neither this server nor its timers by signals', async () => {
    await write('signals', `export default { fetch() { process.kill(process.pid, 'SIGKILL') } }`)
    const { app, call } = await serve()
    expect((await call('signals')).status).toBe(500)
    await app.close()
  })

  it('cuts an answer that has begun, and closes sockets so that they are opened again', async () => {
    await write('chat', `export default { fetch: (request) => ${host}.upgrade(request).response }`)
    await write(
      'half',
      `export default { fetch: () => new Response(new ReadableStream({ start(body) { body.enqueue(new Uint8Array([1])) } })) }`,
    )
    await write('gone', `export default { fetch() { process.exit() } }`)
    const { app, url, headers, call } = await serve()
    const socket = new WebSocket(`${url.replace('http', 'ws')}/functions/v1/chat`, { headers })
    await once(socket, 'open')
    const closed = once(socket, 'close')
    const half = await call('half')
    expect(half.status).toBe(200)
    expect((await call('gone')).status).toBe(500)
    await expect(half.arrayBuffer()).rejects.toThrow()
    expect((await closed)[0]).toBe(1012)
    await app.close()
  })
})

it('stops the stream of an answer whose caller has gone', async () => {
  await write(
    'endless',
    `let cancelled = false
    export default { fetch(request) {
      if (request.url.endsWith('/cancelled')) return Response.json(cancelled)
      return new Response(new ReadableStream({
        pull: (body) => body.enqueue(new Uint8Array(100_000)),
        cancel() { cancelled = true },
      }))
    } }`,
  )
  const { app, call } = await serve()
  const { body } = await call('endless')
  await body?.cancel()
  await expect.poll(async () => (await call('endless/cancelled')).json()).toBe(true)
  await app.close()
})

it('makes no more of an answer than the caller takes', async () => {
  await write(
    'much',
    `let made = 0
    export default { fetch(request) {
      if (request.url.endsWith('/made')) return Response.json(made)
      return new Response(new ReadableStream({ pull(body) { made += 1e6; body.enqueue(new Uint8Array(1e6)) } }))
    } }`,
  )
  const { app, call } = await serve()
  const { body } = await call('much')
  const made = async () => z.number().parse(await (await call('much/made')).json())
  // What fits between two machines is made ahead, and then no more.
  let before = -1
  await expect
    .poll(async () => {
      const now = await made()
      const isStill = now === before
      before = now
      return isStill
    })
    .toBe(true)
  expect(before).toBeLessThan(50e6)
  await body?.cancel()
  await app.close()
})

it('shows functions nothing of the process it runs in', async () => {
  await write('where', `export default { fetch: () => Response.json(process.env) }`)
  const { app, call } = await serve()
  expect(await (await call('where')).json()).toEqual({})
  await app.close()
})
