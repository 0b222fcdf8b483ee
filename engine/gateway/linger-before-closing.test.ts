import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lingerBeforeClosing } from './linger-before-closing.ts'

const PIECE = Buffer.alloc(64 * 1024, 'x')
const PIECES = 64

const app = Fastify({ bodyLimit: 1000 })
let port = 0
const requests: IncomingMessage[] = []
beforeAll(async () => {
  lingerBeforeClosing(app)
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.addHook('onRequest', async ({ raw }) => void requests.push(raw))
  app.post('/', (_request, reply) => reply.code(415).send('No.'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => app.close())

/** Sends the body only after the answer has arrived, and returns what was received until the connection closed. */
async function send(type: string, connection: string) {
  const socket = connect(port, '127.0.0.1')
  const head = ['POST / HTTP/1.1', 'host: a', `content-type: ${type}`, `connection: ${connection}`]
  socket.write([...head, `content-length: ${PIECE.length * PIECES}`, '', ''].join('\r\n'))
  let heard = ''
  socket.on('data', (data) => {
    heard += data
  })
  const closed = once(socket, 'close')
  await expect.poll(() => heard).toMatch(/\r\n\r\n./)
  for (let sent = 0; sent < PIECES; sent++) {
    if (!socket.write(PIECE)) await once(socket, 'drain')
  }
  await closed
  return heard
}

it('who still sends when they are refused can send it all, and the connection closes then', async () => {
  expect(await send('image/png', 'close')).toMatch(/^HTTP\/1.1 415 .*content-length: 3\r\n.*\r\n\r\nNo\.$/s)
  expect(requests.at(-1)?.complete).toBe(true)
})

it('so does one that was to stay open, where the refusal closes it', async () => {
  expect(await send('application/json', 'keep-alive')).toMatch(/^HTTP\/1.1 413 /)
  expect(requests.at(-1)?.complete).toBe(true)
})
