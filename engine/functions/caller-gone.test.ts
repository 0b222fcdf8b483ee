import http from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { functionsBed, host, waitsUntilGone } from './testing/functions-bed.ts'

const bed = functionsBed()
const { write, serve } = bed

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
  // Both callers' tokens are checked at the same time, so either may come first.
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
  // The function fills the buffers between server and caller, and then pauses.
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
