import { createServer, type ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { webhook } from './webhook.ts'

const key = Buffer.from('a key that only the webhook and we know').toString('base64')
const json = { 'content-type': 'application/json; charset=utf-8' }

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server that answers each request as told, and a hook that calls it. */
async function server(answer: (response: ServerResponse, attempt: number) => void) {
  let attempts = 0
  const listening = createServer((request, response) => {
    request.resume().on('end', () => answer(response, ++attempts))
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  closing.push(() => listening.close().closeAllConnections())
  const address = listening.address()
  const url = new URL(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`)
  const ask = (timeoutMs = 20_000) => webhook(url, [key], { timeoutMs, backoffMs: 1 })({ asked: true })
  return { ask, attempts: () => attempts }
}

it('answers with what somebody’s server says, or with nothing where it has nothing to say', async () => {
  const { ask } = await server((response) => response.writeHead(200, json).end('{"said": true}'))
  expect(await ask()).toEqual({ said: true })
  const silent = await server((response) => response.writeHead(204).end())
  expect(await silent.ask()).toEqual({})
})

it.each([
  ['not JSON', 200, { 'content-type': 'text/html' }, '{}', 400, 'hook_payload_invalid_content_type'],
  ['of no type', 200, {}, '{}', 400, 'hook_payload_invalid_content_type'],
  ['broken', 200, json, '{', 500, 'unexpected_failure'],
  ['too long', 200, json, `"${'x'.repeat(200 * 1024)}"`, 422, 'hook_payload_over_size_limit'],
  ['an error', 500, json, '{}', 500, 'unexpected_failure'],
  ['no permission', 401, json, '{}', 500, 'unexpected_failure'],
  ['somebody else’s address', 307, { location: 'https://elsewhere.test' }, '', 500, 'unexpected_failure'],
] as const)('an answer that is %s is refused', async (_, status, headers, body, refusedWith, code) => {
  const { ask, attempts } = await server((response) => response.writeHead(status, headers).end(body))
  await expect(ask()).rejects.toMatchObject({ status: refusedWith, code })
  expect(attempts()).toBe(1)
})

it('is asked again by who is busy and says so, three times at most', async () => {
  const busy = { ...json, 'retry-after': 'true' }
  const recovering = await server((response, attempt) => response.writeHead(attempt < 3 ? 503 : 200, busy).end('{}'))
  expect(await recovering.ask()).toEqual({})
  const overrun = await server((response) => response.writeHead(429, busy).end())
  await expect(overrun.ask()).rejects.toMatchObject({ message: 'Service currently unavailable due to hook' })
  expect(overrun.attempts()).toBe(3)
  const tired = await server((response) => response.writeHead(503).end())
  await expect(tired.ask()).rejects.toMatchObject({ message: 'Service currently unavailable due to hook' })
  expect(tired.attempts()).toBe(1)
})

it('is tried again when nobody is there, and given up', async () => {
  const { ask, attempts } = await server((response, attempt) =>
    attempt < 3 ? response.destroy() : response.writeHead(200, json).end('{}'),
  )
  expect(await ask()).toEqual({})
  expect(attempts()).toBe(3)
  const gone = await server((response) => response.destroy())
  await expect(gone.ask()).rejects.toMatchObject({ status: 422, code: 'hook_timeout_after_retry' })
})

it('is not waited for longer than a person waits', async () => {
  const { ask } = await server(() => undefined)
  await expect(ask(200)).rejects.toMatchObject({
    status: 422,
    code: 'hook_timeout',
    message: 'Failed to reach hook within maximum time of 0.200000 seconds',
  })
})
