import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
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
