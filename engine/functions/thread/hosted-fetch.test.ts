import { once } from 'node:events'
import { createServer, type RequestListener, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { functionsBed } from '../testing/functions-bed.ts'

const { serve, write } = functionsBed()

const started: { close(): unknown }[] = []
afterEach(() => {
  for (const one of started.splice(0)) one.close()
})

/** Starts a server that functions ask, and returns its address. */
async function upstream(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  started.push(server)
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
}

it.each([
  ['as it is', 'answer'],
  ['as a copy', 'answer.clone()'],
  ['with its headers', 'new Response(answer.body, { status: answer.status, headers: answer.headers })'],
  ['with its text and its headers', 'new Response(await answer.clone().text(), answer)'],
])('passes on what it fetched compressed, %s', async (_how, passedOn) => {
  const url = await upstream((_request, response) => {
    const body = gzipSync('hello')
    const cookies = ['set-cookie', 'a=1', 'set-cookie', 'b=2']
    response.writeHead(201, ['content-encoding', 'gzip', 'content-length', `${body.length}`, ...cookies]).end(body)
  })
  await write('passes', `export default { async fetch() { const answer = await fetch('${url}'); return ${passedOn} } }`)
  const { app, call } = await serve()
  const response = await call('passes')
  expect([response.status, await response.text()]).toEqual([201, 'hello'])
  expect(response.headers.get('content-encoding')).toBe(null)
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  await app.close()
})

it('sees an encoding that is not decoded', async () => {
  const url = await upstream((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'own' }).end('hello'),
  )
  await write(
    'sees',
    `export default { fetch: async () => new Response((await fetch('${url}')).headers.get('content-encoding')) }`,
  )
  const { app, call } = await serve()
  expect(await (await call('sees')).text()).toBe('own')
  await app.close()
})

it.each([
  [
    'part by part',
    'fetch(url, Object.freeze({ method: request.method, headers: request.headers, body: request.body }))',
  ],
  ['as settings', 'fetch(url, request)'],
  ['as a new request', 'fetch(new Request(url, request))'],
  [
    'as the parts of a new request',
    'fetch(new Request(url, { method: request.method, headers: request.headers, body: request.body }))',
  ],
  [
    'with another body',
    "fetch(url, { method: request.method, headers: request.headers, body: await request.text() + '!' })",
  ],
])('forwards a request %s, whatever the connection that it came by', async (how, forwarded) => {
  const url = await upstream(async (request, response) => {
    response.end(`${request.method} ${request.headers['x-color']} ${await text(request)}`)
  })
  await write('forwards', `const url = '${url}'; export default { fetch: async (request) => ${forwarded} }`)
  const { app, url: own, headers } = await serve()
  const mark = how === 'with another body' ? '!' : ''
  for (const byConnection of [
    { 'content-length': '5' },
    { 'transfer-encoding': 'chunked', 'keep-alive': 'timeout=5', connection: 'keep-alive', upgrade: 'h2c' },
    { 'content-length': '5', expect: '100-continue' },
  ]) {
    const asked = request(`${own}/functions/v1/forwards`, {
      method: 'PUT',
      headers: { ...headers, 'x-color': 'blue', ...byConnection },
    }).end('hello')
    const [response] = await once(asked, 'response')
    expect(await text(response)).toBe(`PUT blue hello${mark}`)
  }
  await app.close()
})

it('makes requests of a stream that are requests', async () => {
  await write(
    'makes',
    `const body = () => new Blob(['hello']).stream()
     export default { async fetch(came) {
       const made = new Request('http://a.test', { method: 'POST', body: body() })
       const known = [made, made.clone(), came].map((one) => one instanceof Request)
       return Response.json([known, await made.text()])
     } }`,
  )
  const { app, call } = await serve()
  expect(await (await call('makes')).json()).toEqual([[true, true, true], 'hello'])
  await app.close()
})
