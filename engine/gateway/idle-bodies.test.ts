import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dropIdleBodies } from './idle-bodies.ts'

const app = Fastify()
let port = 0
beforeAll(async () => {
  dropIdleBodies(app, 1_500)
  app.post('/', async () => {
    await sleep(2_000)
    return 'taken'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => app.close())

async function caller() {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n')
  return socket
}

it('who stops in the middle of a body is cut off', async () => {
  const socket = await caller()
  socket.write('[1,2')
  await once(socket, 'close')
  expect(socket.bytesRead).toBe(0)
})

it('who sends slowly is not, and neither is whoever waits for a slow answer', async () => {
  const socket = await caller()
  for (const sign of '[1,2,3,45]') {
    await sleep(200)
    socket.write(sign)
  }
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('200 OK')
  socket.destroy()
})
