import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { postEvent } from './post-event.ts'
import { parseNetworks } from './reachable-address.ts'

/** The answer of a receiver on this machine, which has half a second. */
async function answerOf(receiver: RequestListener) {
  const server = createServer(receiver).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  try {
    const options = { networks: parseNetworks('127.0.0.1'), timeoutMs: 500 }
    return await postEvent(`http://127.0.0.1:${port}/`, {}, '{}', options)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

it.each<[string, RequestListener, object]>([
  ['a whole body', (_, to) => to.end('Thanks'), { status: 200, words: 'Thanks' }],
  ['a body that does not end in time', (_, to) => to.write('Tha'), { status: 200, words: 'Tha' }],
  ['a body that does not come in time', (_, to) => to.flushHeaders(), { status: 200, words: '' }],
  ['a body that is cut short', (_, to) => to.write('Tha', () => to.destroy()), { status: 200, words: 'Tha' }],
  ['a long body', (_, to) => to.end('x'.repeat(100_000)), { status: 200, words: 'x'.repeat(500) }],
])('[webhooks.md#delivery] takes the status of an answer with %s', async (_, receiver, answer) => {
  expect(await answerOf(receiver)).toEqual(answer)
})

it.each<[string, RequestListener, string]>([
  ['no status in time', () => undefined, 'There was no answer within 0.5 seconds.'],
  ['a closed connection', (from) => from.socket.destroy(), 'The connection was closed without an answer.'],
])('[webhooks.md#delivery] has no status of an answer with %s', async (_, receiver, words) => {
  expect(await answerOf(receiver)).toEqual({ status: null, words })
})
