import { once } from 'node:events'
import http from 'node:http'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { functionsBed, host } from './testing/functions-bed.ts'

const bed = functionsBed()
const { write, serve } = bed

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
  // Without a version the handshake fails after the function has answered.
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
