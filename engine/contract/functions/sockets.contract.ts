import { once } from 'node:events'
import http from 'node:http'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { engine } from '../engine.ts'

const { url } = engine
const address = (path: string) => `${url.replace(/^http/, 'ws')}/functions/v1/${path}`

/** Opens a socket and collects its messages, so that none is missed between two awaits. */
async function connect(path: string, protocols: string[] = []) {
  const socket = new WebSocket(address(path), protocols)
  const heard: unknown[] = []
  socket.on('message', (data, isBinary) => heard.push(isBinary ? data : data.toString()))
  await once(socket, 'open')
  return { socket, heard }
}

/** The status and body of a refused upgrade. */
async function refusal(path: string) {
  const socket = new WebSocket(address(path))
  const [, response] = await once(socket, 'unexpected-response')
  let body = ''
  for await (const chunk of response) body += chunk
  return { status: response.statusCode, body: JSON.parse(body) }
}

describe('a WebSocket into a function', () => {
  it('opens once the function has answered, and knows whose environment it is in', async () => {
    const { socket, heard } = await connect('sockets')
    await expect.poll(() => heard).toEqual(['hello from sockets'])
    socket.close()
  })

  it('carries text and bytes both ways', async () => {
    const { socket, heard } = await connect('sockets/some/room?with=query')
    socket.send('Grüße')
    socket.send(new Uint8Array([1, 2, 255]))
    await expect.poll(() => heard).toEqual(['hello from sockets', 'Grüße', Buffer.from([1, 2, 255])])
    socket.close()
  })

  it('speaks the protocol the function chose, and no other', async () => {
    const { socket } = await connect('sockets?protocol=jwt-token', ['chat', 'jwt-token'])
    expect(socket.protocol).toBe('jwt-token')
    socket.close()
  })

  it('ends with the code and reason of the function', async () => {
    const { socket } = await connect('sockets')
    socket.send('close')
    const [code, reason] = await once(socket, 'close')
    expect([code, reason.toString()]).toEqual([4001, 'as you wish'])
  })

  it('survives a handler that throws', async () => {
    const { socket, heard } = await connect('sockets')
    socket.send('throw')
    socket.send('still here')
    await expect.poll(() => heard).toContain('still here')
    socket.close()
  })

  it('is refused with the function’s own answer', async () => {
    expect(await refusal('sockets/refused')).toEqual({ status: 403, body: { error: 'Not you' } })
  })

  it('is refused by the host for the reasons of any call', async () => {
    expect(await refusal('unknown')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await refusal('echo')).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED_NO_AUTH_HEADER' } })
    expect((await refusal('open')).status).toBe(200)
  })

  it('asked for by plain HTTP is an error of the function', async () => {
    expect((await fetch(`${url}/functions/v1/sockets`)).status).toBe(500)
  })
})

it.each([
  ['to something else than WebSocket', 'GET', 'h2c', 'open', 200],
  ['by POST', 'POST', 'websocket', 'open', 200],
  ['by POST, which a function takes for one', 'POST', 'websocket', 'sockets', 502],
  ['by a method that functions do not know', 'TRACE', 'websocket', 'open', 404],
])('an upgrade %s is an ordinary request', async (_, method, upgrade, name, status) => {
  const headers = { connection: 'upgrade', upgrade, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }
  const request = http.request(`${url}/functions/v1/${name}`, { method, headers })
  request.end()
  const [response] = await once(request, 'response')
  expect(response.statusCode).toBe(status)
  response.resume()
})

it('a WebSocket that no service takes is refused at once', async () => {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/nowhere`)
  const [, response] = await once(socket, 'unexpected-response')
  expect(response.statusCode).toBe(404)
})
