import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { type MayReach, type OutboundRequest, type RequestRules, sendRequest } from './send-request.ts'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** A server that echoes its requests, or answers as a test wants. */
async function serverOf(serve: Serve) {
  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const echo: Serve = async (request, response) => {
  const { method, url, headers } = request
  response.setHeader('X-Own', 'yes').setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ method, url, headers, body: await text(request) }))
}

const get = { method: 'GET', headers: null, body: null }
const to = (mayReach: MayReach): RequestRules => ({ mayReach, addressOf: (url) => url })
const anywhere = to(() => true)
const inTime = () => AbortSignal.timeout(5_000)
const told = async (asked: OutboundRequest) => JSON.parse((await sendRequest(asked, anywhere, inTime())).content)

describe('a request', () => {
  it('says what was asked, and brings the answer as it was', async () => {
    const url = await serverOf(echo)
    const body = Buffer.from('{"a":"ü"}')
    const asked = {
      method: 'post',
      url: `${url}/in?a=1`,
      headers: { 'Content-Type': 'application/json', Own: '1' },
      body,
    }
    const answer = await sendRequest(asked, anywhere, inTime())
    expect(answer).toMatchObject({
      status: 200,
      contentType: 'application/json',
      headers: { 'X-Own': 'yes', 'Content-Type': 'application/json' },
    })
    expect(JSON.parse(answer.content)).toMatchObject({
      method: 'POST',
      url: '/in?a=1',
      headers: { 'content-type': 'application/json', own: '1', 'content-length': '10', 'user-agent': 'pg_net' },
      body: '{"a":"ü"}',
    })
  })

  it('follows where it is sent, and takes no secrets to another server', async () => {
    const target = await serverOf(echo)
    const start = await serverOf((request, response) => {
      const status = Number(request.url?.slice(1))
      response.writeHead(status, { location: status === 307 ? `${target}/there` : `${target}/elsewhere` }).end()
    })
    const asked = {
      method: 'POST',
      headers: { Authorization: 'Bearer x', 'Content-Type': 'text/plain' },
      body: Buffer.from('b'),
    }
    const there = await told({ ...asked, url: `${start}/307` })
    expect(there).toMatchObject({ method: 'POST', url: '/there', body: 'b', headers: { 'content-type': 'text/plain' } })
    expect(there.headers).not.toHaveProperty('authorization')
    const elsewhere = await told({ ...asked, url: `${start}/302` })
    expect(elsewhere).toMatchObject({ method: 'GET', url: '/elsewhere', body: '' })
    expect(elsewhere.headers).not.toHaveProperty('content-type')
  })

  it('ends where it is sent round and round', async () => {
    const url = await serverOf((_, response) => response.writeHead(302, { location: '/' }).end())
    await expect(sendRequest({ ...get, url }, anywhere, inTime())).rejects.toThrow(
      'Number of redirects hit maximum amount',
    )
  })

  it('refuses addresses that may not be reached: written out, by their names, and where it is sent', async () => {
    const nowhere = to(() => false)
    const url = await serverOf(echo)
    const words = 'is a private address: PG_NET_PRIVATE_ADDRESSES lists the ones that may be requested'
    await expect(sendRequest({ ...get, url }, nowhere, inTime())).rejects.toThrow(`127.0.0.1 ${words}`)
    await expect(sendRequest({ ...get, url: 'http://[::1]:1' }, nowhere, inTime())).rejects.toThrow(`::1 ${words}`)
    await expect(sendRequest({ ...get, url: 'http://0x7f.1:1' }, nowhere, inTime())).rejects.toThrow(
      `127.0.0.1 ${words}`,
    )
    const { port } = new URL(url)
    const named = { ...get, url: `http://localhost:${port}` }
    await expect(sendRequest(named, nowhere, inTime())).rejects.toThrow(`localhost ${words}`)
    const start = await serverOf((_, response) => response.writeHead(302, { location: url }).end())
    const onlyStart = to((_, asked) => String(asked) === new URL(start).port)
    await expect(sendRequest({ ...get, url: start }, onlyStart, inTime())).rejects.toThrow(words)
  })

  it.each([
    ['no address', 'URL using bad/illegal format or missing URL'],
    ['file:///etc/passwd', 'Unsupported protocol'],
  ])('to %s is none', async (url, reason) => {
    await expect(sendRequest({ ...get, url }, anywhere, inTime())).rejects.toThrow(reason)
  })

  it('gives up an answer that is too large', async () => {
    const url = await serverOf((_, response) => response.end(Buffer.alloc(6 * 1024 * 1024)))
    await expect(sendRequest({ ...get, url }, anywhere, inTime())).rejects.toThrow(
      'The answer is larger than 5242880 bytes',
    )
  })

  it('ends when its time is over, also in the middle of an answer', async () => {
    const url = await serverOf((_, response) => response.write('so far'))
    await expect(sendRequest({ ...get, url }, anywhere, AbortSignal.timeout(50))).rejects.toThrow(/abort/i)
  })
})
